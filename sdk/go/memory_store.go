package lintel

import (
	"context"
	"sync"
)

const maxMemoryIDs = 10_000

// MemoryStore is an EventStore for development and tests. It is empty when the program starts, so CatchUp hands over everything
// again; it knows the last 10,000 events only, one process only, and what your function has done stays done where it fails
// later. In production use a store in your database.
type MemoryStore struct {
	mu      sync.Mutex
	done    map[string]chan struct{} // closed: handled, or failed and then deleted
	order   []string
	cursors map[string]string
}

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{done: map[string]chan struct{}{}, cursors: map[string]string{}}
}

// Once is EventStore's. The second one waits for the first, and takes its turn if that failed.
func (s *MemoryStore) Once(ctx context.Context, eventID string, work func(tx struct{}) error) (bool, error) {
	for {
		s.mu.Lock()
		running, isThere := s.done[eventID]
		if !isThere {
			break
		}
		s.mu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
			return false, ctx.Err()
		}
		s.mu.Lock()
		now, isDone := s.done[eventID]
		s.mu.Unlock()
		if isDone && now == running {
			return false, nil
		}
	}
	mine := make(chan struct{})
	s.done[eventID] = mine
	s.mu.Unlock()
	err := work(struct{}{})
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(mine)
	if err != nil {
		delete(s.done, eventID)
		return false, err
	}
	s.order = append(s.order, eventID)
	if len(s.order) > maxMemoryIDs {
		delete(s.done, s.order[0])
		s.order = s.order[1:]
	}
	return true, nil
}

// Cursor is EventStore's.
func (s *MemoryStore) Cursor(_ context.Context, stream string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cursors[stream], nil
}

// SaveCursor is EventStore's.
func (s *MemoryStore) SaveCursor(_ context.Context, stream, cursor string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cursors[stream] = cursor
	return nil
}
