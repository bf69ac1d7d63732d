// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "PhotoKitServe",
    products: [
        .executable(name: "photokit-serve", targets: ["photokit-serve"])
    ],
    dependencies: [
        .package(name: "OpenPhotoKit", path: ".."),
        // Its settings come from our own command line, so it needs no package that reads configurations.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.0",
            traits: ["FullFoundation"]
        ),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // Hummingbird needs it, too.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    ],
    targets: [
        // Decisions without a network, a library or a clock of their own
        .target(name: "ServeRules"),
        // Routes over the public modules
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "PhotoServer",
            dependencies: [
                "CZlib", "ServeRules",
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                .product(name: "Photos", package: "OpenPhotoKit"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("openapi.yaml")]
        ),
        .executableTarget(
            name: "photokit-serve",
            dependencies: [
                "PhotoServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
            ]
        ),
        .testTarget(
            name: "ServeRulesTests",
            dependencies: [
                "ServeRules",
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "_TestPermits", package: "OpenPhotoKit"),
            ]
        ),
        .testTarget(
            name: "PhotoServerTests",
            dependencies: [
                "PhotoServer", "ServeRules", "photokit-serve",
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
                .product(name: "Photos", package: "OpenPhotoKit"),
                .product(name: "_TestPermits", package: "OpenPhotoKit"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                // Built along, and run.
                .product(name: "photokit", package: "OpenPhotoKit"),
                .product(name: "photokit-media", package: "OpenPhotoKit"),
                .product(name: "photokit-decoders", package: "OpenPhotoKit"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Only our own checkouts are strict: a warning of a newer compiler must not break those who build a release.
let isCheckout = Context.gitInformation?.currentTag == nil

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    // Beside NIO's modules the compiler takes C's structure stat for one of libdispatch, in some builds, and wants an import of
    // a module that Swift has not.
    if target.name != "PhotoServer" {
        settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    }
    if isCheckout {
        settings += [
            .treatAllWarnings(as: .error),
            .treatWarning("DeprecatedDeclaration", as: .warning),
        ]
    }
    target.swiftSettings = settings
}

// Scripts/lib/build.sh sets the variable: beside this target is the main program of the tests.
if Context.environment["PHOTOKIT_TEST_ENTRY_POINT"] != nil {
    package.targets.append(
        .testTarget(name: "EntryPointTests", path: "Tests/EntryPoint/EntryPointTests")
    )
}

// Scripts/test --only and --changed name the test targets that they need. The others are neither compiled nor linked.
if let names = Context.environment["PHOTOKIT_TEST_TARGETS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name[...]) }
}
