# Short forms of `python3 -m tools …`, which needs no make.
PYTHON ?= python3
PORT ?= 8000

.PHONY: play site test check setup clean

play:   ; $(PYTHON) -m tools play --port $(PORT)
site:   ; $(PYTHON) -m tools site
test:   ; $(PYTHON) -m tools test $(ARGS)
check:  ; $(PYTHON) -m tools check
setup:  ; $(PYTHON) -m tools setup
clean:  ; rm -rf _site build .venv node_modules
