import Foundation

/// What the measurements were made on, without a name of it.
enum Machine {
    static var description: String {
        let processor =
            value("/proc/cpuinfo", "model name").map { $0 + ", " } ?? ""
        let memory =
            value("/proc/meminfo", "MemTotal").flatMap { Double($0.split(separator: " ")[0]) }
            .map { "\(Int(($0 / 1_048_576).rounded())) GiB of memory, " } ?? ""
        let kernel =
            (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines) ?? "?"
        return
            "\(processor)\(ProcessInfo.processInfo.processorCount) cores, \(memory)Linux \(kernel)"
    }

    private static func value(_ path: String, _ name: String) -> String? {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text?.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: ":")
            .dropFirst().joined(separator: ":").trimmingCharacters(in: .whitespaces)
    }
}
