package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"sync"

	lintel "github.com/lintel/lintel-go"
)

var orders sync.Map // verification id → what we know; a real shop has a database and a session

func main() {
	client, err := lintel.New(lintel.Config{}) // reads LINTEL_URL and LINTEL_API_KEY
	if err != nil {
		log.Fatal(err)
	}

	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<h1>Wine</h1><a href="/buy">Buy a bottle</a>`)
	})

	http.HandleFunc("/buy", func(w http.ResponseWriter, r *http.Request) {
		verification, err := client.Start(r.Context(), lintel.StartRequest{
			MinimumAge:  lintel.Int(18),
			CallbackURL: "http://localhost:4000/back",
			Metadata:    map[string]any{"order": "A-1001"},
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		orders.Store(verification.VerificationID, "waiting")
		http.Redirect(w, r, verification.RedirectURL, http.StatusFound)
	})

	http.HandleFunc("/back", func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("verificationId")
		if _, isOurs := orders.Load(id); !isOurs {
			http.Error(w, "We did not start this.", http.StatusNotFound)
			return
		}
		// The address says how it went, but anyone can write an address: ask.
		outcome, err := client.Status(r.Context(), id)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		} else if outcome.Result != nil && outcome.Result.Verified {
			fmt.Fprint(w, "Thank you, the wine is on its way.")
		} else {
			fmt.Fprint(w, "Sorry, no wine.")
		}
	})

	// It hands over each event once. In production the store is in the same database as the orders.
	webhooks, err := lintel.NewWebhookHandler(lintel.WebhookHandlerConfig[struct{}]{
		Store:  lintel.NewMemoryStore(),
		Client: client,
		On:     map[string]lintel.WebhookFunction[struct{}]{"verification.completed": completed},
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/hooks/age", webhooks)
	go func() { // what came while the shop was closed; again every hour
		if _, err := webhooks.CatchUp(context.Background()); err != nil {
			log.Println(err)
		}
	}()

	log.Fatal(http.ListenAndServe("localhost:4000", nil))
}

func completed(_ context.Context, event *lintel.WebhookEvent, _ lintel.EventContext[struct{}]) error {
	log.Println("webhook:", event.Event, event.Metadata)
	return nil
}
