// swift-tools-version: 6.2
// A package of its own, since the sanitizers' flags must not reach the engine's.

import PackageDescription

let sanitizers: [String] = ["-sanitize=fuzzer,address"]

// The package is built for debugging, which is quick; only the code that runs millions of times is optimized.
let instrumented: [String] = ["-O"] + sanitizers
// Scripts/test sets the variable: its executions are too few to repay the optimizer's time for the largest modules.
let forEngine = Context.environment["PHOTOKIT_FUZZ_BRIEFLY"] == nil ? instrumented : sanitizers

func fuzzer(_ name: String, _ more: Target.Dependency...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", "PhotosBase", "PhotosMedia"] + more,
        swiftSettings: [.unsafeFlags(["-parse-as-library"] + instrumented)],
        linkerSettings: [.unsafeFlags(sanitizers)]
    )
}

let package = Package(
    name: "OpenPhotoKitFuzz",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        .target(name: "CPhotosSystem"),
        .target(name: "CPhotosSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // The engine's own sources, instrumented.
        .target(
            name: "PhotosBase",
            dependencies: ["CPhotosSystem"],
            swiftSettings: [.strictMemorySafety(), .unsafeFlags(instrumented)]
        ),
        .target(
            name: "PhotosMedia",
            dependencies: ["CPhotosSystem", "PhotosBase"],
            swiftSettings: [.strictMemorySafety(), .unsafeFlags(instrumented)]
        ),
        .target(name: "PhotosPaths", swiftSettings: [.unsafeFlags(forEngine)]),
        .target(
            name: "PhotosSearch",
            dependencies: ["PhotosBase"],
            swiftSettings: [.unsafeFlags(forEngine)]
        ),
        .target(
            name: "PhotosStore",
            dependencies: [
                "CPhotosSystem", "CPhotosSQLite", "PhotosBase", "PhotosMedia", "PhotosPaths",
                "PhotosSearch",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: [.unsafeFlags(forEngine)]
        ),
        .target(name: "MediaSynthesis", dependencies: ["PhotosMedia"]),
        // What the engine's tests make files and libraries with.
        .target(
            name: "PhotosTestSupport",
            dependencies: [
                "MediaSynthesis", "PhotosBase", "PhotosMedia", "PhotosStore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["ApplePhotos", "Clients", "Exports", "Remotes"]
        ),
        .target(name: "FuzzSupport", swiftSettings: [.unsafeFlags(["-O"])]),
        fuzzer("FuzzFiles", "MediaSynthesis", "PhotosTestSupport"),
        fuzzer("FuzzMessages"),
        fuzzer("FuzzPredicates", "PhotosStore", "PhotosTestSupport"),
        fuzzer("FuzzTokens", "PhotosStore", "PhotosTestSupport"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("CPhotos") {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ]
}
