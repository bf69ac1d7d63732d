# Builds the packages of this repository for their tests, and runs the tests of one package. A script in the root of the
# repository reads this file.

# All packages are built in one folder, so that what they share is compiled once. "swift build" and editors have .build
# itself: it compiles single files anew, which is quick after an edit. Here whole modules are compiled, which is quick for a
# first build, and nothing is made that only an editor or a debugger reads.
use_test_folder() {
    test_flags=(
        --scratch-path "$1" --disable-index-store -debug-info-format none -Xswiftc -use-ld=lld
        -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc "$(nproc)"
        # One more job for each module would only let those that import it begin sooner.
        -Xswiftc -no-emit-module-separately-wmo
        # Otherwise the plan of the package that was built last in this folder is taken for that of the next one, and nothing is built.
        --disable-build-manifest-caching
    )
    test_programs=$1/debug
}
use_test_folder "$PWD/.build/tests"

# Passes on what a build prints, without what the compiler says of each module: that whole modules are built in no batches.
without_notes() {
    grep -v -e "^warning: ignoring '-enable-batch-mode'" -e '^remark: Incremental compilation has been disabled' || true
}

# Builds a package: build_for_tests FOLDER [options of swift build].
build_for_tests() {
    local package=$1
    shift
    PHOTOKIT_TEST_ENTRY_POINT=yes swift build --package-path "$package" "${test_flags[@]}" "$@" 2>&1 | without_notes
}

# Runs the tests of a package in its folder, and fails where not exactly those ran that were asked for:
# run_tests FOLDER PACKAGE [--filter PATTERN] [--skip PATTERN]. The patterns are regular expressions as grep -E reads them.
run_tests() {
    local folder=$1 bundle="$test_programs/$2PackageTests.xctest" filter=. skip='^$' home output expected ran status=0
    shift 2
    local arguments=("$@")
    while [ $# -gt 0 ]; do
        case "$1" in
            --filter) filter=$2 ;;
            --skip) skip=$2 ;;
        esac
        shift 2
    done
    expected=$("$bundle" --testing-library swift-testing --list-tests | grep -E -- "$filter" | grep -c -v -E -- "$skip" || true)
    output=$(mktemp)
    # What programs keep in the home of a person is none of the tests' business.
    home=$(mktemp -d)
    # A test that waits for a crash needs no account of it.
    (cd "$folder" && HOME=$home SWIFT_BACKTRACE=enable=no "$bundle" --testing-library swift-testing "${arguments[@]}") 2>&1 |
        tee "$output" || status=$?
    rm -rf "$home"
    # What failed stands among thousands of lines.
    [ "$status" -eq 0 ] || grep -A 6 -e 'recorded an issue' -e 'Fatal error' "$output" | tail -n 100 | cut -c 1-2000
    ran=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p' "$output")
    rm -f "$output"
    if [ "${ran:-0}" -ne "$expected" ] || [ "$expected" -eq 0 ]; then
        echo "error: ${bundle##*/} ran ${ran:-0} tests, where $expected were to run." >&2
        return 1
    fi
    return "$status"
}
