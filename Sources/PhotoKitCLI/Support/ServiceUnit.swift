import Foundation
import PhotosBase

/// A unit of systemd for this user, which keeps the remotes of one library up to date.
struct ServiceUnit {
    let library: URL
    /// The unit's name, with its ending.
    let name: String
    let url: URL

    /// The first line of each unit, by which it is known again.
    private static let mark = "# Written by \"photokit remote service install\" for one library."

    /// Names the unit of a library.
    ///
    /// - Parameters:
    ///   - library: The folder of the library.
    ///   - environment: The environment, which may say where units are.
    init(
        of library: URL,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let library = library.standardizedFileURL.resolvingSymlinksInPath()
        self.library = library
        let stem = library.deletingPathExtension().lastPathComponent.unicodeScalars
            .map {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) ? Character($0) : "-"
            }
        // Two libraries may have one name.
        let mark = library.path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let digits = String(mark & 0xffff_ffff, radix: 16)
        let padding = String(repeating: "0", count: 8 - digits.count)
        name = "photokit-remotes-\(String(stem))-\(padding)\(digits).service"
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
        url = URL(fileURLWithPath: configuration, isDirectory: true)
            .appendingPathComponent("systemd/user", isDirectory: true)
            .appendingPathComponent(name, isDirectory: false)
    }

    var isInstalled: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Returns the text of the unit.
    ///
    /// - Parameters:
    ///   - program: The path of `photokit`.
    ///   - notOnMetered: Whether nothing is sent over metered networks.
    ///   - version: The version of systemd, if it is known; from 254 on the pauses between restarts grow.
    /// - Returns: The lines of the unit.
    func unitText(program: String, notOnMetered: Bool, version: Int?) -> String {
        var words = [program, "remote", "sync", "--follow"]
        if notOnMetered { words.append("--not-on-metered") }
        words += ["--library", library.path]
        let growing = version ?? 0 >= 254 ? "RestartSteps=5\nRestartMaxDelaySec=30min\n" : ""
        return """
            \(Self.mark)
            # "photokit remote service remove" removes it.
            [Unit]
            Description=Copies of the photo library \(Self.escapedText(library.path)) in its remotes
            StartLimitIntervalSec=0

            [Service]
            Type=exec
            ExecStart=\(words.map(Self.quotedWord).joined(separator: " "))
            KillSignal=SIGINT
            KillMode=mixed
            TimeoutStopSec=60
            Nice=10
            IOSchedulingClass=idle
            Restart=on-failure
            RestartSec=2min
            \(growing)NoNewPrivileges=yes

            [Install]
            WantedBy=default.target

            """
    }

    /// Writes the unit, and replaces an earlier one of the same library.
    func writeUnit(_ text: String) throws {
        if isInstalled, !isOurs {
            throw CommandFailure(
                Fault.doubt.status,
                "\(url.path) was not written by photokit. Move it away, and try again."
            )
        }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw OutputFile.writeFailure(error, at: url)
        }
    }

    /// Removes the unit, and the link by which it is started.
    func remove() throws {
        guard isOurs else {
            throw CommandFailure(
                Fault.doubt.status,
                "\(url.path) was not written by photokit, and stays."
            )
        }
        let link = url.deletingLastPathComponent()
            .appendingPathComponent("default.target.wants/\(name)", isDirectory: false)
        do {
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) != nil {
                try FileManager.default.removeItem(at: link)
            }
            try FileManager.default.removeItem(at: url)
        } catch {
            let code = (error as NSError).posixCode
            throw CommandFailure(
                code.map { ExitStatus(systemCode: $0) } ?? Fault.doubt.status,
                "\(url.path) cannot be removed: \(error.localizedDescription)"
            )
        }
    }

    private var isOurs: Bool {
        (try? String(contentsOf: url, encoding: .utf8))?.hasPrefix(Self.mark) == true
    }

    /// A word of a command line, so that systemd takes every character as it is.
    private static func quotedWord(_ word: String) -> String {
        let text = escapedText(word).replacingOccurrences(of: "\\", with: "\\\\")
            .replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "$", with: "$$")
        return "\"\(text)\""
    }

    private static func escapedText(_ text: String) -> String {
        text.replacingOccurrences(of: "%", with: "%%")
    }
}

/// systemd of this user, through its program `systemctl`.
enum UserServices {
    /// Whether systemd runs for this user.
    static var areRunning: Bool { run(["show", "--property=Version"]).code == 0 }

    /// The version of systemd; nil where `systemctl` is missing.
    static var version: Int? {
        guard case let answer = run(["--version"]), answer.code == 0,
            let match = answer.output.firstMatch(of: /^systemd (\d+)/)
        else { return nil }
        return Int(match.1)
    }

    /// Runs `systemctl --user`.
    @discardableResult
    static func run(_ arguments: [String]) -> (output: String, code: Int32) {
        let output = try? ProgramOutput(
            of: "/usr/bin/env",
            ["systemctl", "--user"] + arguments,
            environment: ProcessInfo.processInfo.environment,
            reading: .outputAndErrors
        )
        guard let output else { return ("", 127) }
        let text = output.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return (text, output.status ?? 128)
    }
}
