// A webhook receiver on net/http: LINTEL_WEBHOOK_SECRET=whsec_… go run ./examples/receiver
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	lintel "github.com/lintel/lintel-go"
)

var seen sync.Map // use your database: a webhook may arrive twice

func ageWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	if err != nil {
		http.Error(w, "body too large", http.StatusRequestEntityTooLarge)
		return
	}
	event, err := lintel.VerifyWebhook(body, r.Header.Get("X-Service-Signature"), nil)
	var refused *lintel.WebhookVerificationError
	if errors.As(err, &refused) {
		http.Error(w, refused.Reason, http.StatusUnauthorized)
		return
	} else if err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	if _, isRepeat := seen.LoadOrStore(event.RequestID+event.Event, true); !isRepeat {
		log.Println(event.Event, event.Metadata)
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	address := "localhost:4000"
	if port := os.Getenv("PORT"); port != "" {
		address = "localhost:" + port
	}
	http.HandleFunc("/hooks/age", ageWebhook)
	log.Fatal(http.ListenAndServe(address, nil))
}
