package lintel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"reflect"
	"sort"
	"strings"
	"sync"
	"time"
)

// The cases of sdk/cases/handler.json.

var errShop = errors.New("the shop's database is away")

type shop struct {
	mu      sync.Mutex
	effects []any
	left    map[string]float64
	logs    []string
}

func (s *shop) act(_ context.Context, event *WebhookEvent, about EventContext[struct{}]) error {
	time.Sleep(5 * time.Millisecond) // long enough for others to come in between
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left[about.EventID]--
	if s.left[about.EventID] >= 0 {
		return errShop
	}
	orNil := func(text string) any {
		if text == "" { // Go's word for none
			return nil
		}
		return text
	}
	s.effects = append(s.effects, object{
		"event": event.Event, "eventId": about.EventID, "source": about.Source,
		"verificationId": orNil(about.VerificationID), "mode": orNil(about.Mode),
	})
	return nil
}

type failingReader struct{ wasRead bool }

func (f *failingReader) Read([]byte) (int, error) {
	f.wasRead = true
	return 0, io.ErrUnexpectedEOF
}

func deliver(handler *WebhookHandler[struct{}], given object) (status float64, text string) {
	unreadable := &failingReader{}
	var body io.Reader = strings.NewReader(given["body"].(string))
	if given["unreadable"] == true {
		body = unreadable
	}
	request := httptest.NewRequest("POST", "/hooks/age", body)
	for name, value := range obj(given["headers"]) {
		request.Header.Set(name, value.(string))
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	if unreadable.wasRead {
		text = "the body was read "
	}
	return float64(recorder.Code), text + strings.TrimSpace(recorder.Body.String())
}

func catchUpMatches(handler *WebhookHandler[struct{}], step, expect object) {
	var options []CatchUpOption
	if since, isGiven := obj(step["catchUp"])["since"]; isGiven {
		options = append(options, WithSince(time.Unix(int64(since.(float64)), 0)))
	}
	result, err := handler.CatchUp(context.Background(), options...)
	wanted := obj(expect["error"])
	switch {
	case err == nil:
		check(wanted == nil, "no error, but %v", result)
		subset(expect["result"], object{
			"handled": float64(result.Handled), "known": float64(result.Known), "ignored": float64(result.Ignored), "gap": result.Gap,
		}, "result")
	case wanted["type"] == "shop":
		check(errors.Is(err, errShop), "expected the shop's own error, got %v", err)
	default:
		check(wanted != nil, "%T: %v", err, err)
		errorMatches(wanted, err)
	}
}

func (r *runner) handler() {
	settings, expect := obj(r.test["handler"]), obj(r.test["expect"])
	shop, store := &shop{effects: []any{}, left: map[string]float64{}}, NewMemoryStore()
	for id, times := range obj(settings["fails"]) {
		shop.left[id] = times.(float64)
	}
	for stream, cursor := range obj(settings["cursors"]) {
		_ = store.SaveCursor(context.Background(), stream, cursor.(string))
	}
	config := WebhookHandlerConfig[struct{}]{
		On: map[string]WebhookFunction[struct{}]{}, Store: store, Secrets: []string{}, Now: r.clock.now,
		Log: func(message string) {
			shop.mu.Lock()
			defer shop.mu.Unlock()
			shop.logs = append(shop.logs, message)
		},
	}
	for _, name := range list(settings["on"]) {
		config.On[name.(string)] = shop.act
	}
	for _, each := range list(settings["secrets"]) {
		config.Secrets = append(config.Secrets, each.(string))
	}
	if most, isGiven := settings["maxBytes"].(float64); isGiven {
		config.MaxBytes = int64(most)
	}
	if settings["client"] != false {
		check(r.makeClient() == nil, "there is no client")
		config.Client = r.client
	}
	handler, err := NewWebhookHandler(config)
	if wanted := obj(expect["error"]); wanted != nil {
		check(err != nil, "no error")
		errorMatches(wanted, err)
		return
	}
	check(err == nil, "%v", err)
	for _, each := range list(r.test["steps"]) {
		step := obj(each)
		if given := obj(step["deliver"]); given != nil {
			deliverAll(handler, given, step)
		} else {
			catchUpMatches(handler, step, obj(step["expect"]))
		}
	}
	subset(expect["effects"], shop.effects, "effects")
	for stream, cursor := range obj(expect["cursors"]) {
		kept, _ := store.Cursor(context.Background(), stream)
		check(kept == cursor, "the cursor of %s is %q, expected %v", stream, kept, cursor)
	}
	logs := strings.Join(shop.logs, "\n")
	for _, text := range list(expect["logs"]) {
		check(strings.Contains(logs, text.(string)), "no log says %v: %s", text, logs)
	}
	if most, isGiven := expect["logsAtMost"].(float64); isGiven {
		check(len(shop.logs) <= int(most), "logs: %s", logs)
	}
	for _, secret := range append(config.Secrets, "avk_test_standin") {
		check(!strings.Contains(logs, secret), "a log shows a secret")
	}
}

func deliverAll(handler *WebhookHandler[struct{}], given, step object) {
	times, isGiven := step["times"].(float64)
	if !isGiven {
		times = 1
	}
	expect := obj(step["expect"])
	answers := make(chan [2]any, int(times))
	for i := 0; i < int(times); i++ {
		go func() {
			status, text := deliver(handler, given)
			answers <- [2]any{status, text}
		}()
	}
	var statuses []float64
	for i := 0; i < int(times); i++ {
		answer := <-answers
		statuses = append(statuses, answer[0].(float64))
		if expect["statuses"] == nil {
			check(answer[0] == expect["status"] && answer[1] == expect["text"], "answer: %v, expected %v", answer, expect)
		}
	}
	if wanted := list(expect["statuses"]); wanted != nil {
		sort.Float64s(statuses)
		got := make([]any, len(statuses))
		for i, status := range statuses {
			got[i] = status
		}
		check(reflect.DeepEqual(wanted, got), "statuses: %v", fmt.Sprint(got))
	}
}
