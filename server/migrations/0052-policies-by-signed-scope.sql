-- non-transactional
-- Row-level policies read the signed scope (0051).
set lock_timeout = '3s';
call sign_policies();
reset lock_timeout;
drop procedure if exists sign_policies;
