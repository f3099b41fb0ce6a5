// Package sqlstore is a store for WebhookHandler in PostgreSQL, through database/sql. The event's note and what your function
// writes are one transaction:
//
//	create table lintel_event (id text primary key, at timestamptz not null default now());
//	create table lintel_cursor (stream text primary key, cursor text not null);
//
// Keep rows of lintel_event for as long as the service keeps events: its retention period for metadata.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
)

// Store keeps events and cursors in DB.
type Store struct{ DB *sql.DB }

// Once notes the event and does the work in one transaction. With the same id, a second one waits at the insert until the first
// is committed or rolled back.
func (s Store) Once(ctx context.Context, eventID string, work func(tx *sql.Tx) error) (bool, error) {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	note, err := tx.ExecContext(ctx, "insert into lintel_event (id) values ($1) on conflict do nothing", eventID)
	if err != nil {
		return false, err
	}
	if count, err := note.RowsAffected(); err != nil || count == 0 {
		return false, err
	}
	if err := work(tx); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// Cursor is how far CatchUp has read.
func (s Store) Cursor(ctx context.Context, stream string) (string, error) {
	var cursor string
	err := s.DB.QueryRowContext(ctx, "select cursor from lintel_cursor where stream = $1", stream).Scan(&cursor)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return cursor, err
}

// SaveCursor keeps how far CatchUp has read.
func (s Store) SaveCursor(ctx context.Context, stream, cursor string) error {
	_, err := s.DB.ExecContext(ctx, "insert into lintel_cursor values ($1, $2) "+
		"on conflict (stream) do update set cursor = excluded.cursor", stream, cursor)
	return err
}
