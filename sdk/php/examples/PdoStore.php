<?php

declare(strict_types=1);

/**
 * A store for WebhookHandler in a database. The event's note and what your function writes are one transaction:
 *     CREATE TABLE lintel_event (id VARCHAR(64) PRIMARY KEY, at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
 *     CREATE TABLE lintel_cursor (stream VARCHAR(16) PRIMARY KEY, position VARCHAR(32) NOT NULL);
 * Keep rows of lintel_event for as long as the service keeps events: its retention period for metadata.
 */
final class PdoStore implements Lintel\EventStore
{
    public function __construct(private readonly PDO $db)
    {
        $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
    }

    public function once(string $eventId, Closure $work): bool
    {
        $isMySql = $this->db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql';
        $this->db->beginTransaction();
        try {
            // With the same id, a second one waits here until the first is committed or rolled back. MySQL may end one that
            // waits as a deadlock: the answer is 500 then, and the service delivers again.
            $note = $this->db->prepare($isMySql
                ? 'INSERT IGNORE INTO lintel_event (id) VALUES (?)'
                : 'INSERT INTO lintel_event (id) VALUES (?) ON CONFLICT DO NOTHING'); // PostgreSQL, SQLite
            $note->execute([$eventId]);
            $isNew = $note->rowCount() === 1;
            if ($isNew) {
                $work($this->db);
            }
            $this->db->commit();
            return $isNew;
        } catch (Throwable $error) {
            $this->db->rollBack();
            throw $error;
        }
    }

    public function cursor(string $stream): ?string
    {
        $found = $this->db->prepare('SELECT position FROM lintel_cursor WHERE stream = ?');
        $found->execute([$stream]);
        $cursor = $found->fetchColumn();
        return $cursor === false ? null : (string) $cursor;
    }

    public function saveCursor(string $stream, string $cursor): void
    {
        $this->db->beginTransaction();
        $this->db->prepare('DELETE FROM lintel_cursor WHERE stream = ?')->execute([$stream]);
        $this->db->prepare('INSERT INTO lintel_cursor (stream, position) VALUES (?, ?)')->execute([$stream, $cursor]);
        $this->db->commit();
    }
}
