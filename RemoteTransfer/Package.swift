// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "PhotoKitTransfer",
    products: [
        .executable(name: "photokit-transfer", targets: ["photokit-transfer"])
    ],
    dependencies: [
        .package(name: "OpenPhotoKit", path: ".."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    ],
    targets: [
        // Decisions without a network, a disk or a clock of their own
        .target(
            name: "TransferRules",
            dependencies: [
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .executableTarget(
            name: "photokit-transfer",
            dependencies: [
                "TransferRules",
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "TransferRulesTests",
            dependencies: [
                "TransferRules",
                .product(name: "_PhotosBase", package: "OpenPhotoKit"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Only our own checkouts are strict: a warning of a newer compiler must not break those who build a release.
let isCheckout = Context.gitInformation?.currentTag == nil

for target in package.targets {
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
    if target.name != "photokit-transfer" {
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
