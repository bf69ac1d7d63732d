import Benchmark

let benchmarks: @Sendable () -> Void = {
    historyBenchmarks()
    observingBenchmarks()
    fetchingBenchmarks()
    committingBenchmarks()
    peerBenchmarks()
}
