import Foundation
import PhotosBase
import PhotosMedia
import PhotosRemotes

/// The programs and libraries that an installation lacks, and the command that brings them.
package struct InstallationGaps: Equatable, Sendable {
    /// How the programs came to this machine.
    package enum Origin: Sendable {
        /// As Debian packages.
        case packages
        /// From source, with `Scripts/install-photokit` or in a checkout.
        case source

        /// Judges by the path of the running program.
        package init(program: String?) {
            self = program?.hasPrefix("/usr/bin/") == true ? .packages : .source
        }
    }

    /// A program that other programs start.
    package enum Part: String, Sendable {
        case media = "photokit-media"
        case decoders = "photokit-decoders"
        case server = "photokit-serve"
        case transfer = "photokit-transfer"
        case browser = "xdg-open"

        /// The abilities that are missing without the program.
        package var loss: String {
            switch self {
            case .media, .decoders: "nothing is imported, and no pictures are made"
            case .server: "no page in the browser"
            case .transfer: "no remotes on S3 services and in WebDAV folders"
            case .browser: "the browser does not open by itself"
            }
        }

        /// The package that has it, one of ours or of Debian's.
        var debianName: String {
            switch self {
            case .media, .decoders: "openphotokit"
            case .server: "openphotokit-server"
            case .transfer: "openphotokit-remotes"
            case .browser: "xdg-utils"
            }
        }
    }

    package var origin: Origin
    package var parts: [Part] = []
    /// The names of shared libraries that the programs cannot load, such as "libvips.so.42".
    package var libraries: [String] = []

    package init(origin: Origin, parts: [Part] = [], libraries: [String] = []) {
        self.origin = origin
        self.parts = parts
        self.libraries = libraries
    }

    /// The names of everything that is missing.
    package var names: [String] { parts.map(\.rawValue) + libraries }

    /// A line for each missing thing.
    package var sentences: [String] {
        parts.map { "\($0.rawValue): \($0.loss)" }
            + libraries.map { "\($0): a program that needs it does not start" }
    }

    /// The command that brings everything; nil if nothing is missing.
    package var command: String? {
        guard !names.isEmpty else { return nil }
        var commands: [String] = []
        let known = libraries.compactMap(Self.debianPackage)
        var packages: [String] = []
        if parts.contains(.browser) { packages.append(Part.browser.debianName) }
        switch origin {
        case .source:
            // The script installs libraries, and builds for those that this system has.
            if names != [Part.browser.rawValue] { commands.append("Scripts/install-photokit") }
        case .packages:
            // The packages are files, since no archive has them.
            let files = parts.filter { $0 != .browser }.map { "./\($0.debianName)_*.deb" }
            packages = files + packages + known
        }
        var seen: Set<String> = []
        packages = packages.filter { seen.insert($0).inserted }
        if !packages.isEmpty {
            let isBroken = parts.contains(.media) || parts.contains(.decoders)
            let option = isBroken && origin == .packages ? "--reinstall " : ""
            commands.append("sudo apt install \(option)\(packages.joined(separator: " "))")
        }
        if origin == .packages, known.count < libraries.count {
            commands.append("sudo apt --fix-broken install")
        }
        return commands.joined(separator: " && ")
    }

    /// The folder in which the command is run; nil if any will do.
    package var commandFolder: String? {
        switch origin {
        case .source: command?.hasPrefix("Scripts/") == true ? "in a clone of OpenPhotoKit" : nil
        case .packages:
            command?.contains("./") == true ? "in the folder with the package files" : nil
        }
    }

    /// Returns the Debian package of a shared library that our programs link; nil for other libraries.
    package static func debianPackage(of library: String) -> String? {
        guard let match = library.wholeMatch(of: /(lib.+)\.so\.([0-9]+)/) else { return nil }
        let (name, version) = (String(match.1), String(match.2))
        switch name {
        case "libvips", "libraw", "libavformat", "libavcodec", "libswscale", "libswresample",
            "libavutil", "libheif", "libarchive", "libseccomp":
            return name + version
        // A name that ends in a digit has a hyphen before the version.
        case "libexiv2", "libsqlite3": return "\(name)-\(version)"
        case "libglib-2.0", "libgobject-2.0": return "libglib2.0-\(version)"
        case "libjpeg": return version == "62" ? "libjpeg62-turbo" : name + version
        default: return nil
        }
    }
}

extension InstallationGaps {
    /// Finds the programs as those that start them do, and the libraries as the loader does.
    package static func find(environment: [String: String]) -> InstallationGaps {
        var gaps = InstallationGaps(origin: Origin(program: InstalledProgram.running()))
        var programs: [String] = []
        func look(for part: Part, at path: String?) {
            if let path { programs.append(path) } else { gaps.parts.append(part) }
        }
        // A person who named another worker, or none, gets a message about that one.
        if environment[WorkerProgram.variable] == nil {
            look(for: .media, at: WorkerProgram.findWorker(environment: environment))
            look(for: .decoders, at: WorkerProgram.findDecoders(environment: environment))
        }
        look(for: .server, at: ServeProgram.path(environment: environment))
        look(for: .transfer, at: TransferProgram.path(environment: environment))
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        let browser = InstalledProgram.pathCandidates(
            of: Part.browser.rawValue,
            environment: environment
        )
        if hasScreen, !browser.contains(where: InstalledProgram.isProgram) {
            gaps.parts.append(.browser)
        }
        let missing = programs.flatMap { missingLibraries(of: $0, environment: environment) }
        gaps.libraries = Set(missing).sorted()
        return gaps
    }

    private static func missingLibraries(
        of program: String,
        environment: [String: String]
    ) -> [String] {
        var environment = environment
        // The loader then lists the libraries instead of starting the program, as ldd has it do.
        environment["LD_TRACE_LOADED_OBJECTS"] = "1"
        let output = try? ProgramOutput(
            of: program,
            [],
            environment: environment,
            reading: .outputAndErrors
        )
        return output.map { missingLibraries(in: $0.text) } ?? []
    }

    /// Returns the libraries that the loader's list says it does not find.
    package static func missingLibraries(in list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 4, words[1] == "=>", words[2...] == ["not", "found"] else {
                return nil
            }
            return String(words[0])
        }
    }
}
