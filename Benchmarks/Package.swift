// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "OpenPhotoKitBenchmarks",
    dependencies: [
        .package(name: "OpenPhotoKit", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "OpenPhotoKitBenchmarks",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "library-generator", package: "OpenPhotoKit"),
            ],
            path: "Benchmarks/OpenPhotoKitBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
