package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	// sample
	handler, err := lintel.NewWebhookHandler(lintel.WebhookHandlerConfig[struct{}]{
		Store: lintel.NewMemoryStore(), // in production a table of yours
		On: map[string]lintel.WebhookFunction[struct{}]{
			"verification.completed": func(_ context.Context, event *lintel.WebhookEvent, _ lintel.EventContext[struct{}]) error {
				fmt.Println(event.Event)
				return nil
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/hooks/age", handler) // it answers 204, or 401 and why
	// end

	request := httptest.NewRequest("POST", "/hooks/age", strings.NewReader(os.Getenv("BODY")))
	var headers map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("HEADERS")), &headers); err != nil {
		log.Fatal(err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(recorder, request)
	fmt.Println(recorder.Code, strings.TrimSpace(recorder.Body.String()))
}
