// swift-tools-version: 6.2
// Programs that use OpenPhotoKit as other packages do: by its public products alone.

import PackageDescription

// Loops over the pixels of a picture take ten times as long without the optimizer.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let photos: Target.Dependency = .product(name: "Photos", package: "OpenPhotoKit")

let package = Package(
    name: "PhotoKitExamples",
    dependencies: [
        .package(name: "OpenPhotoKit", path: "..")
    ],
    targets: [
        // Pictures in memory, lines and letters
        .target(
            name: "ExamplePixels",
            dependencies: [photos],
            path: "Pixels",
            swiftSettings: optimized
        ),
        .target(
            name: "HikingCollagesKit",
            dependencies: ["ExamplePixels"],
            path: "HikingCollages/Kit",
            swiftSettings: optimized
        ),
        .executableTarget(
            name: "HikingCollages",
            dependencies: ["ExamplePixels", "HikingCollagesKit", photos],
            path: "HikingCollages/App"
        ),
        .target(
            name: "PhotoEditorKit",
            dependencies: ["ExamplePixels"],
            path: "PhotoEditor/Kit",
            swiftSettings: optimized
        ),
        .executableTarget(
            name: "PhotoEditor",
            dependencies: ["ExamplePixels", "PhotoEditorKit", photos],
            path: "PhotoEditor/App"
        ),
        .executableTarget(
            name: "PhotoUploader",
            dependencies: [
                photos, .product(name: "ExtensionFoundation", package: "OpenPhotoKit"),
            ],
            path: "PhotoUploader/App"
        ),

        // Tests
        .target(
            name: "ExampleTestSupport",
            dependencies: ["ExamplePixels", photos],
            path: "Tests/ExampleTestSupport"
        ),
        .testTarget(
            name: "HikingCollagesTests",
            dependencies: [
                "ExamplePixels", "ExampleTestSupport", "HikingCollages", "HikingCollagesKit",
            ]
        ),
        .testTarget(
            name: "PhotoEditorTests",
            dependencies: [
                "ExamplePixels", "ExampleTestSupport", "PhotoEditor", "PhotoEditorKit",
                photos, .product(name: "photokit", package: "OpenPhotoKit"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What each test target uses of the engine. The programs are built along, and run.
for target in package.targets where target.type == .test {
    target.dependencies += [
        .product(name: "OpenPhotoKit", package: "OpenPhotoKit"),
        .product(name: "_TestPermits", package: "OpenPhotoKit"),
        .product(name: "photokit-media", package: "OpenPhotoKit"),
        .product(name: "photokit-decoders", package: "OpenPhotoKit"),
    ]
}

// The programs are compiled as other authors do it, without our settings. Only their tests are strict, in our own checkouts.
let isCheckout = Context.gitInformation?.currentTag == nil

for target in package.targets where target.path?.hasPrefix("Tests/") ?? (target.type == .test) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    if isCheckout {
        target.swiftSettings? += [
            .treatAllWarnings(as: .error),
            .treatWarning("DeprecatedDeclaration", as: .warning),
        ]
    }
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
