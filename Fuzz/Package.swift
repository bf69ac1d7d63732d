// swift-tools-version: 6.2
// A package of its own, since the sanitizers' flags must not reach the engine's.

import PackageDescription

let sanitizers: [String] = ["-sanitize=fuzzer,address"]

func fuzzer(_ name: String, _ more: Target.Dependency...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", "MediaSynthesis", "PhotosMedia", "PhotosTestSupport"] + more,
        swiftSettings: [.unsafeFlags(["-parse-as-library"] + sanitizers)],
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
            name: "PhotosMedia",
            dependencies: ["CPhotosSystem"],
            swiftSettings: [.strictMemorySafety(), .unsafeFlags(sanitizers)]
        ),
        .target(
            name: "PhotosStore",
            dependencies: [
                "CPhotosSystem", "CPhotosSQLite", "PhotosMedia",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: [.unsafeFlags(sanitizers)]
        ),
        .target(name: "MediaSynthesis", dependencies: ["PhotosMedia"]),
        // What the engine's tests make files and libraries with.
        .target(
            name: "PhotosTestSupport",
            dependencies: [
                "MediaSynthesis", "PhotosMedia", "PhotosStore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["ApplePhotos", "Clients", "Exports"]
        ),
        .target(name: "FuzzSupport"),
        fuzzer("FuzzFiles"),
        fuzzer("FuzzMessages"),
        fuzzer("FuzzPredicates", "PhotosStore"),
        fuzzer("FuzzTokens", "PhotosStore"),
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
