export type ContactStatus = 'pending' | 'in_progress' | 'resolved';
