module github.com/lintel/lintel-go

go 1.19
