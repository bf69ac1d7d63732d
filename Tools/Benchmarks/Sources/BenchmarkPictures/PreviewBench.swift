import Foundation
import ProgramRuns

/// Measures previews as users meet them: made at import, and shown a page at a time.
struct PreviewBench {
    let photokit: URL
    let limits: URL
    let work: URL
    /// JPEGs of 12 megapixels, which are copied with other bytes each.
    let photos: [String]
    let rounds: Int

    // MARK: Import

    /// Figure 4: an import with facts, checksums and both previews, beside three programs that do as much.
    func measureImport(_ count: Int, _ table: inout Table) throws {
        let folder = try copies(of: photos, count, in: "import")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ours: [Double] = []
        var previews: [Double] = []
        var programs: [Double] = []
        for round in 1...rounds {
            say("import, round \(round)")
            try inLibrary { library in
                ours.append(try run(["import", folder], library).time)
                _ = try run(["previews", "--delete"], library)
                previews.append(try run(["previews", "--make"], library).time)
            }
            programs.append(try shell(Self.pipeline(folder, work.path)).time)
        }
        let rate = Double(count) / median(ours)
        let both = Double(count) / median(previews)
        let pipeline = Double(count) / median(programs)
        table.add(
            "4. import of \(count) JPEGs of 12 megapixels: facts, checksum, both previews, durable",
            perSecond(rate),
            "exiftool -fast2, sha256sum and vipsthumbnail twice, on all cores: \(perSecond(pipeline))",
            rate / pipeline,
            atLeast: 3
        )
        table.add(
            "the same",
            perSecond(rate),
            "both previews alone, on all cores: \(perSecond(both))",
            rate / both,
            atLeast: 0.8
        )
    }

    /// Each program gets all files at once, and as many processes as there are cores.
    private static func pipeline(_ folder: String, _ work: String) -> String {
        let files = "find '\(folder)' -type f -print0 | xargs -0 -P \(cores) -n 25"
        return """
            rm -rf '\(work)/thumbs' && mkdir -p '\(work)/thumbs' &&
            \(files) exiftool -q -fast2 -json -n > /dev/null &&
            \(files) sha256sum > /dev/null &&
            \(files) vipsthumbnail --size 1024x1024 -o '\(work)/thumbs/%s-1024.jpg[Q=80,strip]' &&
            \(files) vipsthumbnail --size 256x256 -o '\(work)/thumbs/%s-256.jpg[Q=75,strip]' &&
            rm -rf '\(work)/thumbs'
            """
    }

    private static let cores = ProcessInfo.processInfo.activeProcessorCount

    // MARK: Pages

    /// Figures 5 and 6, and rows of a database beside files.
    func measureScrolling(_ table: inout Table) throws {
        let folder = try copies(of: try smaller(photos), 1_050, in: "scroll")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try inLibrary { library in
            say("1,050 previews to scroll through")
            _ = try run(["import", folder], library)
            var results: [String: [Scroll.Result]] = [:]
            var rows: [Double] = []
            var files: [Double] = []
            for _ in 0..<max(rounds, 5) {
                for way in ["stored", "caching"] {
                    let output = try Run(
                        Self.program,
                        ["scroll", way],
                        environment: ["PHOTOKIT_LIBRARY": library.path]
                    ).output
                    results[way, default: []].append(try Scroll.Result(output))
                }
                let store = library.appendingPathComponent("derived/previews/previews.sqlite").path
                let limit = try Run(
                    limits.appendingPathComponent("previews"),
                    [store, work.appendingPathComponent("files").path]
                ).output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                rows.append(limit[0])
                files.append(limit[1])
            }
            let stored = results["stored"] ?? []
            let caching = results["caching"] ?? []
            let rate = median(stored.map(\.perSecond))
            table.add(
                "5. stored grid previews, decoded, 1,000 in scroll order",
                perSecond(rate),
                "target",
                rate,
                atLeast: 2_500
            )
            let slowest = median(stored.map(\.slowest))
            table.add(
                "the same: 99th of 100 waits so long, ms, one request at a time",
                milliseconds(slowest),
                "target",
                slowest * 1_000,
                atMost: 2
            )
            table.add(
                "6. the same through the caching manager after startCachingImages",
                perSecond(median(caching.map(\.perSecond))),
                "target",
                median(caching.map(\.perSecond)),
                atLeast: 10_000
            )
            table.add(
                "1,000 grid previews read in C, not decoded: rows of the database",
                "\(milliseconds(median(rows)))",
                "files: \(milliseconds(median(files)))",
                median(files) / median(rows)
            )
        }
    }

    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

    // MARK: Memory

    /// Figure 9: what the importing process needs, workers aside.
    func measureMemory(_ count: Int, _ table: inout Table) throws {
        var peaks: [Int: Int64] = [:]
        let small = try smaller(photos)
        for part in [count / 10, count] {
            say("memory over \(part) files")
            let folder = try copies(of: small, part, in: "memory")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try inLibrary { library in
                peaks[part] = try run(["import", folder], library).memory
            }
        }
        let most = Double(peaks[count] ?? 0) / 1_048_576
        table.add(
            "9. memory of the importing process over \(count) files with previews, MiB",
            String(format: "%.0f", most),
            "over \(count / 10): \(String(format: "%.0f", Double(peaks[count / 10] ?? 0) / 1_048_576))",
            most,
            atMost: 150
        )
    }

    // MARK: Files

    /// Copies of some JPEGs, each with other bytes.
    private func copies(of pictures: [String], _ count: Int, in name: String) throws -> String {
        let folder = work.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: folder)
        for (index, picture) in pictures.enumerated() {
            let share = count / pictures.count + (index < count % pictures.count ? 1 : 0)
            guard share > 0 else { continue }
            let size = try FileManager.default.attributesOfItem(atPath: picture)[.size] as? Int
            let part = folder.appendingPathComponent("\(index)")
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true
            )
            _ = try Run(
                limits.appendingPathComponent("importing"),
                ["make", picture, part.path, "\(share)", "\((size ?? 0) + 100)"]
            )
        }
        return folder.path
    }

    /// The same pictures with 1,200 pixels on the longer side: what they hold differs as photos do.
    private func smaller(_ pictures: [String]) throws -> [String] {
        let folder = work.appendingPathComponent("smaller")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try pictures.map { picture in
            let target = folder.appendingPathComponent(
                URL(fileURLWithPath: picture).lastPathComponent
            )
            if !FileManager.default.fileExists(atPath: target.path) {
                _ = try Run(
                    URL(fileURLWithPath: "/usr/bin/vipsthumbnail"),
                    [picture, "--size", "1200x1200", "-o", "\(target.path)[Q=88]"]
                )
            }
            return target.path
        }
    }

    private func inLibrary(_ body: (URL) throws -> Void) throws {
        let library = work.appendingPathComponent("Benchmark.photolib")
        try? FileManager.default.removeItem(at: library)
        defer { try? FileManager.default.removeItem(at: library) }
        _ = try Run(photokit, ["init", "--library", library.path])
        try body(library)
    }

    private func run(_ words: [String], _ library: URL) throws -> Run {
        try Run(photokit, words + ["--library", library.path])
    }

    private func shell(_ script: String) throws -> Run {
        try Run(URL(fileURLWithPath: "/bin/sh"), ["-c", script])
    }

    private func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private func perSecond(_ rate: Double) -> String {
        String(format: rate < 100 ? "%.1f a second" : "%.0f a second", rate)
    }

    private func milliseconds(_ time: Double) -> String {
        String(format: "%.2f ms", time * 1_000)
    }
}
