// swift-tools-version: 6.2
// A package of its own, since the sanitizers' flags must not reach the engine's.

import PackageDescription

let sanitizers: [String] = ["-sanitize=fuzzer,address"]

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", "PhotosMedia", "TestFiles"],
        swiftSettings: [.unsafeFlags(["-parse-as-library"] + sanitizers)],
        linkerSettings: [.unsafeFlags(sanitizers)]
    )
}

let package = Package(
    name: "OpenPhotoKitFuzz",
    targets: [
        .target(name: "CPhotosSystem"),
        // The engine's own sources, instrumented.
        .target(
            name: "PhotosMedia",
            dependencies: ["CPhotosSystem"],
            swiftSettings: [.strictMemorySafety(), .unsafeFlags(sanitizers)]
        ),
        // What the engine's tests make files with.
        .target(name: "TestFiles", dependencies: ["PhotosMedia"]),
        .target(name: "FuzzSupport"),
        fuzzer("FuzzFiles"),
        fuzzer("FuzzMessages"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CPhotosSystem" {
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
