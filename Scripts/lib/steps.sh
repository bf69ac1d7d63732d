# Runs steps one after another and measures each. A script reads this file, calls step NAME COMMAND [ARGUMENT ...] for each
# step, and finish at its end. begin_beside starts a step that waits more than it works beside those that follow.

step_rows=()
beside_process=
machine_state=
# CI ends a run after so many seconds by the clock.
ci_seconds=5400

# Prints the processor seconds of the whole machine since it started. Those of a process count also where nobody waited for it.
processor_seconds() {
    local user nice system idle waiting interrupts soft rest
    read -r _ user nice system idle waiting interrupts soft rest </proc/stat
    echo $(((user + nice + system + interrupts + soft) / $(getconf CLK_TCK)))
}

# Marks the processes and the temporary files of this run, and notes the state of the machine, which finish compares.
begin_run() {
    export PHOTOKIT_TEST_RUN=$$-$RANDOM TMPDIR
    TMPDIR=$(mktemp -d /tmp/photokit.XXXXXX)
    # Servers that tests start run as other users.
    chmod 755 "$TMPDIR"
    trap end_run EXIT
    mkdir -p .build
    machine_state=.build/machine-state.json
    python3 Scripts/lib/machine_state.py save "$machine_state"
}

# Removes what the run has made, also where a step failed.
end_run() {
    # The process leads a group of its own.
    [ -z "$beside_process" ] || kill -- "-$beside_process" 2>/dev/null || true
    rm -rf "$TMPDIR"
}

# Starts a command beside the steps that follow, one at a time: begin_beside NAME COMMAND [ARGUMENT ...].
begin_beside() {
    beside_name=$1
    beside_clock=$SECONDS
    shift
    echo "== $beside_name: begun beside the next steps"
    setsid "$@" >"$TMPDIR/beside" 2>&1 &
    beside_process=$!
}

# Waits for the command that begin_beside started, and prints what it wrote.
end_beside() {
    local status=0
    wait "$beside_process" || status=$?
    beside_process=
    cat "$TMPDIR/beside"
    rm "$TMPDIR/beside"
    echo "== $beside_name: took $((SECONDS - beside_clock)) s"
    return "$status"
}

# Runs a command as one step, and ends the script where it fails.
step() {
    local name=$1 clock=$SECONDS processor
    shift
    processor=$(processor_seconds)
    echo "== $name"
    if ! "$@"; then
        echo "== $name: FAILED after $((SECONDS - clock)) s" >&2
        return 1
    fi
    processor=$(($(processor_seconds) - processor))
    echo "== $name: passed in $((SECONDS - clock)) s"
    step_rows+=("$(printf '%11d  %7d  %s' "$processor" $((SECONDS - clock)) "$name")")
}

# Prints what each step took, warns where CI could end a run like this one on a slower machine, and fails where the run has
# changed the machine.
finish() {
    echo "processor s  clock s  step (with the processor seconds of what ran beside it)"
    printf '%s\n' "${step_rows[@]}"
    printf '%s\n' "${step_rows[@]}" | awk '{ processor += $1; clock += $2 } END { printf "%11d  %7d  in all\n", processor, clock }'
    if [ "$SECONDS" -gt $((ci_seconds * 60 / 100)) ]; then
        echo "warning: The run took $SECONDS s. That is more than 60 % of the $ci_seconds s after which CI ends it."
    fi
    [ -z "$machine_state" ] || python3 Scripts/lib/machine_state.py compare "$machine_state"
}
