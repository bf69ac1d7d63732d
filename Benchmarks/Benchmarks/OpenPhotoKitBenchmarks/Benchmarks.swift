import Benchmark
import OpenPhotoKit

let benchmarks: @Sendable () -> Void = {
    Benchmark("nothing") { _ in }
}
