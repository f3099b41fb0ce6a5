-- Who declined, left or was removed is not asked to join by the directory's entry, also once the person's own row is gone.
alter table directory_person add column outside_since timestamptz(3);

update directory_person p set outside_since = p.updated_at
where p.member_id is not null
  and not exists (select from membership m where m.tenant_id = p.tenant_id and m.member_id = p.member_id);
