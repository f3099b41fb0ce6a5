package lintel

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"testing"
	"time"
)

// Runs the table of cases (sdk/cases) against this package. LINTEL_STANDIN is the stand-in's base URL; with LINTEL_CASES=live
// the live cases run instead. Prints a line for each case and one of JSON at the end, as sdk/cases/README.md says.

type object = map[string]any

type fakeClock struct {
	at    time.Time
	waits []float64
}

func (f *fakeClock) now() time.Time { return f.at }
func (f *fakeClock) sleep(_ context.Context, d time.Duration) error {
	f.waits = append(f.waits, d.Seconds())
	f.at = f.at.Add(d)
	return nil
}

// Thrown through the runner: what differs, or why a case means nothing to this language.
type difference string
type skipped string

func check(ok bool, format string, values ...any) {
	if !ok {
		panic(difference(fmt.Sprintf(format, values...)))
	}
}

func ask(address string, body any) any {
	var response *http.Response
	var err error
	if body == nil {
		response, err = http.Get(address)
	} else {
		encoded, _ := json.Marshal(body)
		response, err = http.Post(address, "application/json", bytes.NewReader(encoded))
	}
	check(err == nil, "the stand-in: %v", err)
	defer response.Body.Close()
	var parsed any
	check(json.NewDecoder(response.Body).Decode(&parsed) == nil, "the stand-in answers no JSON")
	return parsed
}

func subset(expected, actual any, at string) {
	switch want := expected.(type) {
	case object:
		got, isObject := actual.(object)
		check(isObject, "%s is %v, expected an object", at, actual)
		for key, value := range want {
			each, isThere := got[key]
			check(isThere, "%s.%s is absent", at, key)
			subset(value, each, at+"."+key)
		}
	case []any:
		got, isList := actual.([]any)
		check(isList && len(got) == len(want), "%s is %v, expected %v", at, actual, expected)
		for i, value := range want {
			subset(value, got[i], fmt.Sprintf("%s[%d]", at, i))
		}
	default:
		check(reflect.DeepEqual(expected, actual), "%s is %v, expected %v", at, actual, expected)
	}
}

func headersMatch(expected, seen object, at string) {
	for name, value := range expected {
		actual, isThere := seen[name].(string)
		rule, isRule := value.(object)
		switch {
		case !isRule:
			check(actual == value, "%s: %s is %q, expected %q", at, name, actual, value)
		case rule["matches"] != nil:
			check(isThere && regexp.MustCompile(rule["matches"].(string)).MatchString(actual), "%s: %s is %q", at, name, actual)
		default:
			check(!isThere, "%s: %s is there", at, name)
		}
	}
}

func list(value any) []any { found, _ := value.([]any); return found }
func obj(value any) object { found, _ := value.(object); return found }

func requestsMatch(expect object, seen []any) {
	if expected, isGiven := expect["requests"].([]any); isGiven {
		check(len(seen) == len(expected), "%d requests, expected %d", len(seen), len(expected))
		for i, each := range expected {
			want, got := obj(each), obj(seen[i])
			for _, part := range []string{"method", "path", "query", "body"} {
				if value, isThere := want[part]; isThere {
					check(reflect.DeepEqual(value, got[part]), "request %d: %s is %v, expected %v", i+1, part, got[part], value)
				}
			}
			headersMatch(obj(want["headers"]), obj(got["headers"]), fmt.Sprintf("request %d", i+1))
		}
	}
	for kind, most := range map[string]int{"sameHeaderAcrossTries": 1, "differentHeaders": len(seen)} {
		for _, name := range list(expect[kind]) {
			values := map[any]bool{}
			for _, each := range seen {
				value, isThere := obj(obj(each)["headers"])[name.(string)]
				check(isThere, "%v is absent", name)
				values[value] = true
			}
			check(len(values) == most, "%v has %d values, expected %d", name, len(values), most)
		}
	}
}

func typeOf(err error, name string) bool {
	matches := func(target any) bool { return errors.As(err, target) }
	switch name {
	case "LintelApiError":
		return matches(new(*APIError))
	case "InvalidRequestError":
		return matches(new(*InvalidRequestError))
	case "AuthenticationError":
		return matches(new(*AuthenticationError))
	case "PermissionDeniedError":
		return matches(new(*PermissionDeniedError))
	case "NotFoundError":
		return matches(new(*NotFoundError))
	case "ConflictError":
		return matches(new(*ConflictError))
	case "RateLimitError":
		return matches(new(*RateLimitError))
	case "ServerError":
		return matches(new(*ServerError))
	case "LintelConnectionError":
		return matches(new(*ConnectionError)) || matches(new(*TimeoutError))
	case "LintelTimeoutError":
		return matches(new(*TimeoutError))
	case "WebhookVerificationError":
		return matches(new(*WebhookVerificationError))
	case "LintelError":
		return matches(new(Error))
	}
	return false
}

func errorMatches(expected object, err error) {
	types := list(expected["type"])
	if one, isText := expected["type"].(string); isText {
		types = []any{one}
	}
	isOne := false
	for _, each := range types {
		isOne = isOne || typeOf(err, each.(string))
	}
	check(isOne, "%T: %v, expected %v", err, err, expected["type"])
	var api *APIError
	var webhook *WebhookVerificationError
	actual := object{}
	if errors.As(err, &api) {
		issues, _ := json.Marshal(api.Issues)
		var parsed any
		_ = json.Unmarshal(issues, &parsed)
		actual = object{
			"status": float64(api.Status), "code": api.Code, "requestId": api.RequestID,
			"retryAfterSeconds": api.RetryAfter.Seconds(), "issues": parsed,
		}
		// Empty is Go's word for none.
		for name, empty := range map[string]any{"code": "", "requestId": "", "retryAfterSeconds": 0.0} {
			want, isGiven := expected[name]
			if isGiven && want == nil && actual[name] == empty {
				actual[name] = nil
			}
		}
	} else if errors.As(err, &webhook) {
		actual["reason"] = webhook.Reason
	}
	for _, name := range []string{"status", "code", "requestId", "retryAfterSeconds", "issues", "reason"} {
		if want, isGiven := expected[name]; isGiven {
			check(reflect.DeepEqual(actual[name], want), "%s is %v, expected %v", name, actual[name], want)
		}
	}
	if most, isGiven := expected["messageAtMost"].(float64); isGiven {
		check(len(err.Error()) <= int(most), "%d bytes", len(err.Error()))
	}
	for _, text := range list(expected["messageContains"]) {
		check(strings.Contains(strings.ToLower(err.Error()), strings.ToLower(text.(string))), "%q lacks %q", err, text)
	}
}

func hidesSecrets(err error, client *Client, secrets []string) {
	encoded, _ := json.Marshal(err)
	text := fmt.Sprintf("%v %+v %#v %s %v %+v %#v %s", err, err, err, encoded, client, client, client, client)
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		text += fmt.Sprintf("%v %+v %#v", inner, inner, inner)
	}
	for _, secret := range secrets {
		check(len(secret) < 8 || !strings.Contains(text, secret), "an error shows a secret")
	}
}

var placeholders = regexp.MustCompile(`{{([\w.]+)}}`)

func lookUp(path string, known object) any {
	var found any = known
	for _, part := range strings.Split(path, ".") {
		if items, isList := found.([]any); isList {
			var index int
			fmt.Sscan(part, &index)
			found = items[index]
		} else {
			found = obj(found)[part]
		}
	}
	return found
}

func filled(value any, known object) any {
	switch given := value.(type) {
	case string:
		if whole := placeholders.FindStringSubmatch(given); whole != nil && whole[0] == given {
			return lookUp(whole[1], known)
		}
		return placeholders.ReplaceAllStringFunc(given, func(match string) string {
			return fmt.Sprint(lookUp(strings.Trim(match, "{}"), known))
		})
	case object:
		made := object{}
		for key, each := range given {
			made[key] = filled(each, known)
		}
		return made
	case []any:
		made := make([]any, len(given))
		for i, each := range given {
			made[i] = filled(each, known)
		}
		return made
	}
	return value
}

type runner struct {
	test    object
	clock   *fakeClock
	client  *Client
	baseURL string
	known   object
}

func seconds(value any) time.Duration {
	number, _ := value.(float64)
	return time.Duration(number * float64(time.Second))
}

func (r *runner) makeClient() error {
	saved := map[string]string{}
	for _, name := range []string{"LINTEL_URL", "LINTEL_API_KEY", "LINTEL_ADMIN_KEY", "LINTEL_WEBHOOK_SECRET"} {
		saved[name] = os.Getenv(name)
		os.Unsetenv(name)
	}
	defer func() {
		for name, value := range saved {
			os.Setenv(name, value)
		}
	}()
	given := obj(r.test["client"])
	absent := object{"apiKey": "avk_test_standin", "adminKey": "adm_standin", "baseUrl": r.baseURL}
	if r.test["server"] == "live" {
		absent = object{"apiKey": saved["LINTEL_API_KEY"], "adminKey": saved["LINTEL_ADMIN_KEY"], "baseUrl": saved["LINTEL_URL"]}
	}
	text := func(name string) string {
		value, isGiven := given[name]
		if !isGiven {
			value = absent[name]
		}
		found, _ := value.(string)
		return found
	}
	suffix, _ := given["baseUrlSuffix"].(string)
	config := Config{
		APIKey: text("apiKey"), AdminKey: text("adminKey"), BaseURL: text("baseUrl") + suffix,
		Timeout: seconds(given["timeout"]), Deadline: seconds(given["deadline"]),
	}
	if retries, isGiven := given["maxRetries"].(float64); isGiven {
		config.MaxRetries = int(retries)
		if retries == 0 {
			config.MaxRetries = -1
		}
	}
	client, err := New(config)
	if err == nil && r.clock != nil {
		client.core.now, client.core.sleep = r.clock.now, r.clock.sleep
	}
	r.client = client
	return err
}

func optionsFrom(given object) []CallOption {
	var options []CallOption
	for name, value := range given {
		switch name {
		case "idempotencyKey":
			options = append(options, WithIdempotencyKey(value.(string)))
		case "timeout":
			options = append(options, WithTimeout(seconds(value)))
		case "deadline":
			options = append(options, WithDeadline(seconds(value)))
		case "expand":
			var names []string
			for _, each := range list(value) {
				names = append(names, each.(string))
			}
			options = append(options, WithExpand(names...))
		default:
			panic(difference("an option that this runner does not know: " + name))
		}
	}
	return options
}

func (r *runner) verify(inputs object) (any, error) {
	var body []byte
	switch given := inputs["body"].(type) {
	case string:
		body = []byte(given)
	case object:
		text, isBytes := given["base64"].(string)
		if !isBytes {
			panic(skipped("Go's types take bytes only"))
		}
		body, _ = base64.StdEncoding.DecodeString(text)
	}
	header, _ := inputs["header"].(string)
	secrets := []string{}
	if one, isText := inputs["secrets"].(string); isText {
		secrets = append(secrets, one)
	}
	for _, each := range list(inputs["secrets"]) {
		secrets = append(secrets, each.(string))
	}
	var options []VerifyOption
	if tolerance, isGiven := inputs["tolerance"]; isGiven {
		options = append(options, WithTolerance(seconds(tolerance)))
	}
	return r.client.Webhooks.Verify(body, header, secrets, options...)
}

// requireSpelt skips what a Go program cannot write: encoding/json reads names whatever their case.
func requireSpelt(given []byte, decoded any) {
	var before, after object
	again, _ := json.Marshal(decoded)
	if json.Unmarshal(given, &before) != nil || json.Unmarshal(again, &after) != nil {
		return
	}
	for name := range before {
		if _, isThere := after[name]; !isThere {
			panic(skipped("Go's types have no field " + name))
		}
	}
}

func pascal(name string) string {
	return strings.ReplaceAll(strings.ToUpper(name[:1])+name[1:], "Id", "ID")
}

func (r *runner) invoke(call object) (any, error) {
	name := call["operation"].(string)
	if name == "webhooks.verify" {
		inputs := obj(r.test["inputs"])
		if own := obj(call["inputs"]); own != nil {
			inputs = own
		}
		return r.verify(inputs)
	}
	args := list(filled(call["args"], r.known))
	options := obj(filled(call["options"], r.known))
	if options["offline"] == true {
		must := Offline{Tolerance: seconds(options["tolerance"])}
		if options["tolerance"] == 0.0 {
			must.Tolerance = -1
		}
		must.Audience, _ = options["audience"].(string)
		must.Issuer, _ = options["issuer"].(string)
		must.Mode, _ = options["mode"].(string)
		token, isText := args[0].(string)
		if !isText {
			panic(skipped("Go's types take a text only"))
		}
		ctx := context.Background()
		for _, name := range []string{"timeout", "deadline"} {
			if _, isGiven := options[name]; isGiven {
				limited, cancel := context.WithTimeout(ctx, seconds(options[name]))
				defer cancel()
				ctx = limited
			}
		}
		return r.client.ValidateOffline(ctx, token, must)
	}
	target := reflect.ValueOf(r.client)
	parts := strings.Split(name, ".")
	for _, part := range parts[:len(parts)-1] {
		target = reflect.Indirect(target).FieldByName(pascal(part))
	}
	method := target.MethodByName(pascal(parts[len(parts)-1]))
	check(method.IsValid(), "there is no operation %s", name)
	in := []reflect.Value{reflect.ValueOf(context.Background())}
	for i := 1; i < method.Type().NumIn()-1; i++ {
		value := reflect.New(method.Type().In(i))
		if i-1 < len(args) {
			encoded, _ := json.Marshal(args[i-1])
			decoder := json.NewDecoder(bytes.NewReader(encoded))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(value.Interface()); err != nil {
				panic(skipped("Go's types refuse it: " + err.Error()))
			}
			requireSpelt(encoded, value.Interface())
		}
		in = append(in, value.Elem())
	}
	for _, option := range optionsFrom(options) {
		in = append(in, reflect.ValueOf(option))
	}
	out := method.Call(in)
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}

// plainOf is the result as its fields say, over what came: so both the fields and Raw are looked at.
func plainOf(result any) any {
	encoded, _ := json.Marshal(result)
	var typed any
	_ = json.Unmarshal(encoded, &typed)
	raw := reflect.Indirect(reflect.ValueOf(result))
	if raw.Kind() != reflect.Struct || !raw.FieldByName("Raw").IsValid() {
		return typed
	}
	var whole object
	if json.Unmarshal(raw.FieldByName("Raw").Bytes(), &whole) != nil {
		return typed
	}
	for key, value := range obj(typed) {
		if before, isThere := whole[key]; !isThere || reflect.TypeOf(before) != reflect.TypeOf(object{}) {
			whole[key] = value
		}
	}
	return whole
}

func (r *runner) step(step object) {
	if advance, isGiven := step["advance"].(float64); isGiven {
		r.clock.at = r.clock.at.Add(seconds(advance))
	}
	expect := obj(filled(step["expect"], r.known))
	var result any
	var err error
	if r.client == nil {
		err = r.makeClient()
	}
	if err == nil {
		result, err = r.invoke(obj(step["call"]))
	}
	if err != nil {
		secrets := []string{"avk_test_standin", "adm_standin"}
		for name, value := range obj(r.test["client"]) {
			if text, isText := value.(string); isText && name != "baseUrl" {
				secrets = append(secrets, text)
			}
		}
		for _, each := range append(list(obj(r.test["inputs"])["secrets"]), obj(r.test["inputs"])["secrets"]) {
			if text, isText := each.(string); isText {
				secrets = append(secrets, text)
			}
		}
		hidesSecrets(err, r.client, secrets)
		check(expect["error"] != nil, "%T: %v", err, err)
		errorMatches(obj(expect["error"]), err)
		return
	}
	check(expect["error"] == nil, "no error, but %v", result)
	plain := plainOf(result)
	if expected, isGiven := expect["result"]; isGiven {
		subset(expected, plain, "result")
	}
	for _, name := range list(expect["absent"]) {
		_, isThere := obj(plain)[name.(string)]
		check(!isThere, "result.%v is there", name)
	}
	if name, isGiven := step["as"].(string); isGiven {
		r.known[name] = plain
	}
}

// together begins all calls at once, in a goroutine each.
func (r *runner) together(calls []any) {
	check(r.makeClient() == nil, "there is no client")
	type outcome struct {
		expect object
		result any
		err    error
	}
	outcomes := make(chan outcome)
	count, began := 0, time.Now()
	for _, each := range calls {
		call, expect := obj(obj(each)["call"]), obj(obj(each)["expect"])
		times, isGiven := obj(each)["times"].(float64)
		if !isGiven {
			times = 1
		}
		for ; times > 0; times-- {
			count++
			go func() {
				result, err := r.invoke(call)
				outcomes <- outcome{expect, result, err}
			}()
		}
	}
	all := make([]outcome, count)
	for i := range all {
		all[i] = <-outcomes
	}
	if within, isGiven := r.test["within"]; isGiven {
		check(time.Since(began) <= seconds(within), "took %v, expected %v s at most", time.Since(began), within)
	}
	for _, each := range all {
		if each.err == nil {
			check(each.expect["error"] == nil, "no error, but %v", each.result)
			subset(each.expect["result"], plainOf(each.result), "result")
			continue
		}
		check(each.expect["error"] != nil, "%T: %v", each.err, each.err)
		hidesSecrets(each.err, r.client, []string{"avk_test_standin", "adm_standin"})
		errorMatches(obj(each.expect["error"]), each.err)
	}
}

func (r *runner) run(standIn string) (outcome any) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case difference, skipped:
			outcome = thrown
		default:
			panic(thrown)
		}
	}()
	seenURL := ""
	r.baseURL = "https://age.example"
	if r.test["server"] == "standin" {
		made := obj(ask(standIn+"/script", object{"script": append([]any{}, list(r.test["script"])...)}))
		r.baseURL, seenURL = made["baseUrl"].(string), made["seenUrl"].(string)
	}
	if start, isGiven := r.test["clock"].(float64); isGiven {
		r.clock = &fakeClock{at: time.Unix(0, int64(start*float64(time.Second)))}
	}
	if r.test["jump"] != nil {
		panic(skipped("Go's time carries what nobody sets"))
	}
	steps := list(r.test["steps"])
	if r.test["handler"] != nil {
		r.handler()
		steps = []any{}
	}
	if calls := list(r.test["together"]); calls != nil {
		r.together(calls)
		steps = []any{}
	}
	if steps == nil {
		steps = []any{r.test}
	}
	for _, each := range steps {
		r.step(obj(each))
	}
	expect := obj(r.test["expect"])
	if seenURL != "" {
		requestsMatch(expect, list(ask(seenURL, nil)))
	}
	if expected, isGiven := expect["waits"].([]any); isGiven {
		check(len(r.clock.waits) == len(expected), "waited %v, expected %v", r.clock.waits, expected)
		for i, each := range expected {
			least, most := obj(each)["min"].(float64), obj(each)["max"].(float64)
			got := r.clock.waits[i]
			check(least-1e-6 <= got && got <= most+1e-6, "waited %v, expected %v", got, each)
		}
	}
	return nil
}

// missing names an operation that a live case needs and the service does not have.
func missing(test object) string {
	if test["needs"] == nil {
		return ""
	}
	document := obj(ask(os.Getenv("LINTEL_URL")+"/openapi.json", nil))
	known := map[any]bool{}
	for _, methods := range obj(document["paths"]) {
		for _, operation := range obj(methods) {
			known[obj(operation)["operationId"]] = true
		}
	}
	for _, id := range list(test["needs"]) {
		if !known[id] {
			return id.(string)
		}
	}
	return ""
}

func TestCases(t *testing.T) {
	standIn, kind := os.Getenv("LINTEL_STANDIN"), os.Getenv("LINTEL_CASES")
	if standIn == "" && kind != "live" {
		t.Skip("LINTEL_STANDIN is not set: tests/sdk/languages.test.ts starts the stand-in")
	}
	counts := map[string]int{"passed": 0, "failed": 0, "skipped": 0}
	files, _ := filepath.Glob("../cases/*.json")
	sort.Strings(files)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []object
		if json.Unmarshal(content, &cases) != nil {
			continue // not a list of cases
		}
		for _, one := range cases {
			if (one["server"] == "live") != (kind == "live") {
				continue
			}
			if lacks := missing(one); lacks != "" {
				counts["skipped"]++
				fmt.Printf("skip %v: the service has no %s\n", one["id"], lacks)
				continue
			}
			r := &runner{test: one, known: object{
				"tenantId": os.Getenv("LINTEL_TENANT_ID"), "unique": fmt.Sprintf("%x", time.Now().UnixNano()),
				"issuer": firstOf(os.Getenv("LINTEL_ISSUER"), os.Getenv("LINTEL_URL")),
			}}
			switch outcome := r.run(standIn).(type) {
			case nil:
				counts["passed"]++
				fmt.Printf("ok %v\n", one["id"])
			case skipped:
				counts["skipped"]++
				fmt.Printf("skip %v: %s\n", one["id"], outcome)
			default:
				counts["failed"]++
				fmt.Printf("not ok %v: %v\n", one["id"], outcome)
				t.Fail()
			}
		}
	}
	summary, _ := json.Marshal(object{
		"language": "go", "version": strings.TrimPrefix(runtime.Version(), "go"),
		"passed": counts["passed"], "failed": counts["failed"], "skipped": counts["skipped"],
	})
	fmt.Println(string(summary))
}
