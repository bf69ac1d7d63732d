// swift-tools-version: 6.2

import PackageDescription

// Loops over the pixels of a picture take ten times as long without the optimizer. Only targets of no product may set
// such flags, because a package with them in a product cannot be a dependency.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "OpenPhotoKit",
    products: [
        .library(
            name: "Photos",
            targets: [
                "Photos", "AVFoundation", "CoreGraphics", "CoreImage", "CoreLocation", "CoreMedia",
                "ExtensionFoundation", "ImageIO", "UniformTypeIdentifiers",
            ]
        ),
        .library(name: "OpenPhotoKit", targets: ["OpenPhotoKit"]),
        .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
        .executable(name: "photokit", targets: ["PhotoKitCLI"]),
        .executable(name: "photokit-media", targets: ["MediaWorker"]),
        // photokit-media starts it when a file needs a decoder.
        .executable(name: "photokit-decoders", targets: ["MediaDecoders"]),
        // For Server, RemoteTransfer and Examples, and no API.
        .library(name: "_PhotosBase", targets: ["PhotosBase"]),
        .library(name: "_TestPermits", targets: ["TestPermits"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        // Apple's names
        .target(name: "CPhotosTypes"),
        .target(name: "CPhotosImageIO"),
        .target(
            name: "AVFoundation",
            dependencies: ["CoreGraphics", "CoreMedia", "ImageIO", "PhotosBase", "PhotosMedia"]
        ),
        .target(name: "CoreGraphics"),
        .target(name: "CoreImage", dependencies: ["CoreGraphics", "ImageIO", "PhotosMedia"]),
        .target(name: "CoreLocation", dependencies: ["PhotosPaths", "PhotosSearch"]),
        .target(name: "CoreMedia"),
        .target(name: "ExtensionFoundation"),
        .target(
            name: "ImageIO",
            dependencies: ["CPhotosImageIO", "CoreGraphics", "PhotosBase", "PhotosMedia"]
        ),
        .target(name: "UniformTypeIdentifiers"),
        // Swift Testing looks for these beside modules of such names.
        .target(name: "_Testing_CoreGraphics"),
        .target(name: "_Testing_CoreImage"),
        .target(
            name: "Photos",
            dependencies: [
                "AVFoundation", "CPhotosTypes", "CoreGraphics", "CoreImage", "CoreLocation",
                "CoreMedia", "ExtensionFoundation", "ImageIO", "UniformTypeIdentifiers",
                "PhotosBase", "PhotosStore", "PhotosRemotes", "PhotosMedia", "PhotosPaths",
                "_Testing_CoreGraphics", "_Testing_CoreImage",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "OpenPhotoKit",
            dependencies: [
                "CPhotosSystem", "Photos", "PhotosBase", "PhotosImport", "PhotosRemotes",
                "PhotosSearch", "PhotosStore", "PhotosMedia",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // What is the same in every package of this repository: bytes, the calendar
        .target(
            name: "PhotosBase",
            dependencies: ["CPhotosSystem"],
            swiftSettings: [.strictMemorySafety()]
        ),

        // The language of searches, by itself so that it builds fast
        .target(name: "PhotosSearch", dependencies: ["PhotosBase"]),

        // How libraries on several machines become one, by itself: values and pure functions
        .target(name: "PhotosMerge"),

        // Where the shared library is, for the engine and for modules below it
        .target(name: "PhotosPaths"),

        // The engine
        .target(name: "CPhotosSystem"),
        .target(name: "CPhotosSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "PhotosStore",
            dependencies: [
                "CPhotosSystem",
                "CPhotosSQLite",
                "PhotosBase",
                "PhotosMedia",
                "PhotosPaths",
                "PhotosSearch",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "PhotosImport",
            dependencies: [
                "CPhotosSQLite", "CPhotosSystem", "PhotosBase", "PhotosMedia", "PhotosStore",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "PhotosRemotes",
            dependencies: [
                "CPhotosSystem", "PhotosBase", "PhotosMedia", "PhotosStore",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        // It reads files of strangers: each unsafe use is marked where it stands.
        .target(
            name: "PhotosMedia",
            dependencies: ["CPhotosSystem", "PhotosBase"],
            swiftSettings: [.strictMemorySafety()]
        ),

        // The worker: a program without decoders, which starts in milliseconds, and the only one that links them
        .systemLibrary(
            name: "CLibAV",
            pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
            providers: [
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev",
                    "libavutil-dev",
                ])
            ]
        ),
        // The files of pkg-config that tell of libvips itself, and of LibRaw, have flags that SwiftPM warns of in every
        // package that depends on this one. Their module maps name the libraries; glib's files tell where its headers are.
        .systemLibrary(
            name: "CVips",
            pkgConfig: "gobject-2.0 glib-2.0",
            providers: [.apt(["libvips-dev"])]
        ),
        .systemLibrary(
            name: "CHeif",
            pkgConfig: "libheif",
            providers: [.apt(["libheif-dev"])]
        ),
        .systemLibrary(
            name: "CRaw",
            providers: [.apt(["libraw-dev"])]
        ),
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"])]
        ),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "CExiv2",
            linkerSettings: [.linkedLibrary("exiv2"), .linkedLibrary("stdc++")]
        ),
        .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(
            name: "WorkerService",
            dependencies: ["PhotosBase", "PhotosMedia", "CPhotosSystem", "CSandbox"]
        ),
        .executableTarget(name: "MediaWorker", dependencies: ["PhotosMedia", "WorkerService"]),
        .executableTarget(
            name: "MediaDecoders",
            dependencies: [
                "PhotosBase", "PhotosMedia", "WorkerService", "CArchive", "CExiv2", "CHeif",
                "CJPEG", "CLibAV",
                "CRaw", "CVips",
            ]
        ),

        // Programs
        .executableTarget(
            name: "PhotoKitCLI",
            dependencies: [
                "OpenPhotoKit", "PhotosBase",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // Tools for development
        .executableTarget(
            name: "photokit-dev",
            dependencies: [
                "CoreLocation", "StressScenarios", "LibraryGeneration", "MediaSynthesis",
                "OpenPhotoKit", "Photos", "PhotosMedia", "PhotosStore", "PhotosTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tools/photokit-dev"
        ),
        .executableTarget(
            name: "DemoPhotos",
            dependencies: ["MediaSynthesis", "PhotosMedia"],
            path: "Tools/DemoPhotos",
            swiftSettings: optimized
        ),

        // Tests
        .target(name: "TestPermits", path: "Tests/TestPermits"),
        .target(
            name: "MediaSynthesis",
            dependencies: ["PhotosMedia"],
            path: "Tests/MediaSynthesis",
            swiftSettings: optimized
        ),
        .target(
            name: "PhotosTestSupport",
            dependencies: [
                "MediaSynthesis", "PhotosBase", "PhotosPaths", "PhotosRemotes", "PhotosSearch",
                "PhotosStore", "PhotosMedia",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/PhotosTestSupport",
            swiftSettings: optimized
        ),
        .target(
            name: "LibraryExercise",
            dependencies: [
                "OpenPhotoKit", "Photos", "PhotosImport", "PhotosRemotes", "PhotosStore",
                "PhotosMedia", "PhotosTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/LibraryExercise"
        ),
        .target(name: "CPowerCut", path: "Tests/CPowerCut"),
        .target(name: "CShortReads", path: "Tests/CShortReads"),
        .target(name: "CFaultyDisk", path: "Tests/CFaultyDisk"),
        .executableTarget(
            name: "library-exerciser",
            dependencies: [
                "CFaultyDisk", "CPowerCut", "CShortReads", "LibraryExercise", "Photos",
                "PhotosStore",
                "PhotosMedia",
                "PhotosTestSupport",
            ],
            path: "Tests/LibraryExerciser"
        ),
        .target(
            name: "LibraryGeneration",
            dependencies: [
                "MediaSynthesis", "PhotosStore", "PhotosTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/LibraryGeneration"
        ),
        .target(name: "CSteadyCounters", path: "Tests/CSteadyCounters"),
        .executableTarget(
            name: "steady-figures",
            dependencies: [
                "CSteadyCounters", "LibraryGeneration", "Photos", "PhotosStore",
                "PhotosTestSupport",
            ],
            path: "Tests/SteadyFigures",
            exclude: ["thresholds.json"]
        ),
        .target(
            name: "StressScenarios",
            dependencies: [
                "CPhotosSystem", "LibraryExercise", "OpenPhotoKit", "Photos", "PhotosBase",
                "PhotosImport", "PhotosRemotes", "PhotosStore", "PhotosMedia",
                "PhotosTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/StressScenarios"
        ),
        // A program that uses the shared library, for tests that run it
        .executableTarget(
            name: "library-client",
            dependencies: ["Photos"],
            path: "Tests/LibraryClient"
        ),
        .testTarget(
            name: "StressScenarioTests",
            dependencies: [
                "StressScenarios", "LibraryExercise", "library-exerciser", "photokit-dev",
                "PhotosStore", "PhotosTestSupport",
            ]
        ),
        // Worlds of machines that merge, with a second statement of the rules, for tests and for long runs
        .target(
            name: "MergeWorlds",
            dependencies: ["PhotosMerge"],
            path: "Tests/MergeWorlds",
            swiftSettings: optimized
        ),
        .executableTarget(
            name: "merge-exerciser",
            dependencies: ["MergeWorlds", "PhotosMerge"],
            path: "Tests/MergeExerciser"
        ),
        .testTarget(name: "PhotosMergeTests", dependencies: ["MergeWorlds", "PhotosMerge"]),
        .testTarget(name: "LayerTests"),
        .testTarget(name: "PhotosBaseTests", dependencies: ["PhotosBase"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["MediaDecoders", "MediaWorker", "PhotosTestSupport"]
        ),
        .testTarget(
            name: "LibraryModelTests",
            dependencies: [
                "LibraryExercise", "library-exerciser", "Photos", "PhotosStore",
                "PhotosTestSupport",
            ]
        ),
        .testTarget(
            name: "PhotosSearchTests",
            dependencies: ["PhotosBase", "PhotosSearch"],
            exclude: ["placeQueries.txt", "queries.txt", "wordForms.txt"]
        ),
        .testTarget(
            name: "PhotosMediaTests",
            dependencies: [
                "PhotosBase", "PhotosMedia", "PhotosTestSupport", "MediaWorker", "MediaDecoders",
            ]
        ),
        .testTarget(
            name: "PhotosStoreTests",
            dependencies: [
                "CPhotosSystem", "LibraryGeneration", "PhotosImport", "PhotosMedia", "PhotosSearch",
                "PhotosStore", "PhotosTestSupport", "MediaWorker", "MediaDecoders",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "library-client", "ExtensionFoundation", "PhotosBase",
                "Photos", "PhotosPaths", "PhotosStore", "PhotosMedia", "PhotosTestSupport",
                "MediaWorker", "MediaDecoders",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PhotosRemotesTests",
            dependencies: [
                "PhotosBase", "PhotosImport", "PhotosMedia", "PhotosRemotes", "PhotosStore",
                "PhotosTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "OpenPhotoKitTests",
            dependencies: [
                "OpenPhotoKit", "PhotosMedia", "PhotosStore", "PhotosTestSupport", "MediaWorker",
                "MediaDecoders",
            ]
        ),
        .testTarget(
            name: "PhotoKitCLITests",
            dependencies: [
                "OpenPhotoKit", "PhotosMedia", "PhotosStore", "PhotosTestSupport", "PhotoKitCLI",
                "MediaWorker", "MediaDecoders", "library-client",
            ]
        ),
        .testTarget(
            name: "ClientIdiomsSwift5Tests",
            dependencies: ["ExtensionFoundation", "Photos", "PhotosTestSupport"],
            packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "ClientIdiomsSwift6Tests",
            dependencies: ["ExtensionFoundation", "Photos", "PhotosTestSupport"],
            packageAccess: false
        ),
    ],
    swiftLanguageModes: [.v6],
    // exiv2 0.27 has an interface of pointers that later standards removed.
    cxxLanguageStandard: .cxx14
)

for target in package.targets where target.type == .test {
    target.dependencies.append("TestPermits")
}

// Client code is compiled as its authors do, without our settings.
let clients: Set<String> = ["ClientIdiomsSwift5Tests", "ClientIdiomsSwift6Tests"]

// Only our own checkouts are strict: a warning of a newer compiler must not break those who depend on a release.
let isCheckout = Context.gitInformation?.currentTag == nil

for target in package.targets
where target.type != .system && !target.name.hasPrefix("CPhotos")
    && !["CExiv2", "CSandbox"].contains(target.name)
{
    guard !clients.contains(target.name) else { continue }
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
    if isCheckout {
        settings += [
            .treatAllWarnings(as: .error),
            .treatWarning("DeprecatedDeclaration", as: .warning),
        ]
    }
    target.swiftSettings = settings
}

// Scripts/documentation sets the variable. Packages that depend on this one neither fetch nor build the plugin.
if Context.environment["PHOTOKIT_DOCUMENTATION"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")
    )
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
