package sqlstore

import (
	"database/sql"

	lintel "github.com/lintel/lintel-go"
)

var _ lintel.EventStore[*sql.Tx] = Store{}
