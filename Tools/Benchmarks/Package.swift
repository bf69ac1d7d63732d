// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "OpenPhotoKitBenchmarks",
    dependencies: [
        .package(name: "OpenPhotoKit", path: "../.."),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // What all measurements need: libraries, copies of them, and where results go
        .target(
            name: "Workbench",
            dependencies: [
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit")
            ]
        ),
        // Operations inside one process
        .executableTarget(
            name: "OpenPhotoKitBenchmarks",
            dependencies: [
                "Workbench",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Benchmarks/OpenPhotoKitBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .target(name: "CAllocator"),
        // What needs a process of its own, or several
        .executableTarget(
            name: "BenchmarkProcess",
            dependencies: [
                "CAllocator", "Workbench",
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
            ]
        ),
        // Imports as a user runs them, beside what they are made of
        .executableTarget(
            name: "BenchmarkImport",
            dependencies: [
                "ProgramRuns",
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                // Built along, and run.
                .product(name: "photokit", package: "OpenPhotoKit"),
                .product(name: "photokit-media", package: "OpenPhotoKit"),
                .product(name: "photokit-decoders", package: "OpenPhotoKit"),
            ]
        ),
        // Runs of programs, and what is written of them
        .target(name: "ProgramRuns"),
        // Pictures of photos and movies, beside what others take for them
        .executableTarget(
            name: "BenchmarkPictures",
            dependencies: [
                "ProgramRuns",
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                // Built along, and run.
                .product(name: "photokit", package: "OpenPhotoKit"),
                .product(name: "photokit-media", package: "OpenPhotoKit"),
                .product(name: "photokit-decoders", package: "OpenPhotoKit"),
            ]
        ),
        // Runs all of it in turns with the limits, and draws up the table
        .executableTarget(name: "BenchmarkTable"),
    ],
    swiftLanguageModes: [.v6]
)
