; What the app itself has written for its user: the scheme of its links and its start at login.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\guilde"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "fr.guilde"
  ${endIf}
!macroend
