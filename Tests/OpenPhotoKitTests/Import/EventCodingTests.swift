import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Events and results are the lines of the command's JSON, and such a line is the event again.
@Suite(.permit) struct EventCodingTests {
    private static let url = URL(filePath: "/p/a.jpg", directoryHint: .notDirectory)
    private static let folder = URL(filePath: "/p/in", directoryHint: .isDirectory)

    private func object(_ bytes: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: bytes) as? NSDictionary)
    }

    /// Reads a value from a line, and checks that the value makes the same line.
    private func read<Value: Codable>(_ line: String, as type: Value.Type) throws -> Value {
        let bytes = Data(line.utf8)
        let value = try JSONDecoder().decode(type, from: bytes)
        #expect(try object(JSONEncoder().encode(value)) == object(bytes))
        return value
    }

    @Test(
        arguments: [
            (#"{"event":"found","files":3,"bytes":9}"#, .found(files: 3, bytes: 9)),
            (
                #"{"event":"imported","path":"/p/a.jpg","identifier":"A"}"#,
                .imported(url, localIdentifier: "A")
            ),
            (
                #"{"event":"imported","path":"/p/a.jpg","identifier":null}"#,
                .imported(url, localIdentifier: "")
            ),
            (
                #"{"event":"joined","path":"/p/a.jpg","identifier":"A"}"#,
                .joined(url, localIdentifier: "A")
            ),
            (
                #"{"event":"duplicate","path":"/p/a.jpg","identifier":"A"}"#,
                .duplicate(url, of: "A")
            ),
            (#"{"event":"inSource","path":"/p/a.jpg","identifier":"A"}"#, .inSource(url, of: "A")),
            (#"{"event":"removed","path":"/p/a.jpg","identifier":"A"}"#, .removed(url, of: "A")),
            (
                #"{"event":"healed","path":"/p/a.jpg","identifier":"A"}"#,
                .healed(url, localIdentifier: "A")
            ),
            (#"{"event":"unchanged","path":"/p/in","files":2}"#, .unchanged(folder, files: 2)),
            (#"{"event":"other","path":"/p/a.jpg"}"#, .other(url)),
            (
                #"{"event":"incomplete","path":"/p/a.jpg","reason":"R"}"#,
                .incomplete(url, reason: "R")
            ),
            (#"{"event":"changed","path":"/p/a.jpg","reason":"R"}"#, .changed(url, reason: "R")),
            (
                #"{"event":"conflict","path":"/p/a.jpg","identifier":"A","properties":["date"],"reason":"R"}"#,
                .conflict(url, localIdentifier: "A", properties: ["date"], reason: "R")
            ),
            (#"{"event":"stayed","path":"/p/a.jpg","reason":"R"}"#, .stayed(url, reason: "R")),
            (
                #"{"event":"sharedSidecar","path":"/p/a.jpg","reason":"R"}"#,
                .sharedSidecar(url, reason: "R")
            ),
            (
                #"{"event":"deleted","path":"/p/a.jpg","reason":"R","isChanged":true}"#,
                .deleted(url, reason: "R", isChanged: true)
            ),
            (#"{"event":"passedOver","path":"/p/in","names":2}"#, .passedOver(folder, names: 2)),
            (#"{"event":"refused","path":"/p/a.jpg","reason":"R"}"#, .refused(url, reason: "R")),
            (
                #"{"event":"loss","path":"albums/A","reason":"R"}"#,
                .loss(path: "albums/A", reason: "R")
            ),
            (
                #"{"event":"withoutPreview","path":"/p/a.jpg","reason":"R"}"#,
                .withoutPreview(url, reason: "R")
            ),
            (#"{"event":"noPreviews","reason":"R"}"#, .noPreviews(reason: "R")),
            (#"{"event":"withoutFacts","reason":"R"}"#, .withoutFacts(reason: "R")),
            (#"{"event":"previewsLeft","count":2}"#, .previewsLeft(2)),
        ] as [(String, LibraryImport.Event)]
    )
    func `events of imports`(_ line: String, _ event: LibraryImport.Event) throws {
        #expect(try read(line, as: LibraryImport.Event.self) == event)
    }

    @Test func `the progress of an import`() throws {
        let line =
            #"{"event":"progress","files":1,"of":2,"bytes":10,"ofBytes":30,"seconds":0.5,"bytesPerSecond":20,"secondsLeft":1}"#
        let event = try read(line, as: LibraryImport.Event.self)
        let progress = try read(line, as: LibraryImport.Progress.self)
        #expect(event == .progress(progress))
        #expect(progress.filesDone == 1 && progress.filesTotal == 2)
        #expect(progress.bytesDone == 10 && progress.bytesTotal == 30)
        #expect(progress.bytesPerSecond == 20 && progress.secondsLeft == 1)
        let start =
            #"{"event":"progress","files":0,"of":2,"bytes":0,"ofBytes":30,"seconds":0,"bytesPerSecond":null,"secondsLeft":null}"#
        #expect(try read(start, as: LibraryImport.Progress.self).secondsLeft == nil)
    }

    private static let finishedImport = """
        {"event":"finished","imported":1,"equalDeleted":2,"filled":3,"joined":4,"duplicates":5,
        "inSources":6,"removed":7,"healed":8,"unchanged":9,"others":10,"loneSidecars":26,"incomplete":11,
        "unreadableSidecars":12,"changed":13,"conflicts":14,"stayed":15,"unmoved":16,
        "sharedSidecars":17,"deleted":18,"passedOver":19,"refused":20,"losses":21,
        "withoutPreview":22,"bytes":23,"releasedFiles":24,"releasedBytes":25,
        "wasCancelled":true,"hasAllFiles":false,"report":null,"changes":[]}
        """

    @Test func `the result of an import`() throws {
        let report = try read(Self.finishedImport, as: LibraryImport.Report.self)
        #expect(report.importedCount == 1 && report.withoutPreviewCount == 22)
        #expect(report.importedBytes == 23 && report.wasCancelled && report.reportURL == nil)
        #expect(report.released.count == 24 && report.released.byteCount == 25)
    }

    @Test(
        arguments: [
            (
                #"{"event":"created","path":"/p/a.jpg","identifier":"A"}"#,
                .created(url, localIdentifier: "A")
            ),
            (
                #"{"event":"joined","path":"/p/a.jpg","identifier":"A"}"#,
                .joined(url, localIdentifier: "A")
            ),
            (
                #"{"event":"duplicate","path":"/p/a.jpg","identifier":"A"}"#,
                .duplicate(url, of: "A")
            ),
            (
                #"{"event":"healed","path":"/p/a.jpg","identifier":"A"}"#,
                .healed(url, localIdentifier: "A")
            ),
            (#"{"event":"refused","path":"/p/a.jpg","reason":"R"}"#, .refused(url, reason: "R")),
            (
                #"{"event":"incomplete","path":"/p/a.jpg","reason":"R"}"#,
                .incomplete(url, reason: "R")
            ),
            (
                #"{"event":"sharedSidecar","path":"/p/a.jpg","reason":"R"}"#,
                .sharedSidecar(url, reason: "R")
            ),
            (
                #"{"event":"leftOutExport","path":"/p/in","reason":"R"}"#,
                .leftOutExport(folder, reason: "R")
            ),
            (
                #"{"event":"movedFolder","path":"/p/in","from":"/p/b"}"#,
                .movedFolder(from: URL(filePath: "/p/b", directoryHint: .isDirectory), to: folder)
            ),
            (#"{"event":"unread","path":"/p/a.jpg","reason":"R"}"#, .unread(url, reason: "R")),
            (#"{"event":"offline","reason":"R"}"#, .offline(reason: "R")),
            (#"{"event":"withoutFacts","reason":"R"}"#, .withoutFacts(reason: "R")),
            (
                #"{"event":"withoutPreview","path":"/p/a.jpg","reason":"R"}"#,
                .withoutPreview(url, reason: "R")
            ),
            (#"{"event":"noPreviews","reason":"R"}"#, .noPreviews(reason: "R")),
            (#"{"event":"previewsLeft","count":2}"#, .previewsLeft(2)),
        ] as [(String, LibrarySource.Event)]
    )
    func `events of sweeps`(_ line: String, _ event: LibrarySource.Event) throws {
        #expect(try read(line, as: LibrarySource.Event.self) == event)
    }

    @Test func `the result of a sweep, and events of a watch`() throws {
        let counts = """
            "files":1,"same":2,"created":3,"joined":4,"moved":5,"movedFolders":6,"edited":7,
            "duplicates":8,"equalDeleted":9,"healed":10,"refused":11,"refusedSidecars":12,
            "incomplete":13,"others":14,"loneSidecars":20,"passedOver":15,"withoutPreview":16,"vanished":17,
            "returned":18,"busy":19,"offlineReason":null,"wasCancelled":true}
            """
        let report = try read(
            #"{"event":"swept",\#(counts)"#,
            as: LibrarySource.Report.self
        )
        #expect(report.fileCount == 1 && report.busyCount == 19 && report.wasCancelled)
        let source = URL(filePath: "/p", directoryHint: .isDirectory)
        for (line, event) in [
            (#"{"event":"watching","sources":2}"#, .watching(sources: 2)),
            (#"{"event":"swept","path":"/p",\#(counts)"#, .swept(source, report)),
            (
                #"{"event":"offline","reason":"R","source":"/p"}"#,
                .sweep(source, .offline(reason: "R"))
            ),
            (#"{"event":"notice","message":"M"}"#, .notice("M")),
        ] as [(String, LibrarySource.WatchEvent)] {
            #expect(try read(line, as: LibrarySource.WatchEvent.self) == event)
        }
    }

    private static let fileMembers = #""identifier":"A","path":"/p/a.jpg","bytes":9"#
    private static let members = #""identifier":"A","path":"/p/a.jpg""#

    @Test(arguments: [
        #"{"event":"written",\#(fileMembers),"sha256":"00","isNew":true}"#,
        #"{"event":"replaced",\#(fileMembers),"sha256":"00"}"#,
        #"{"event":"present",\#(fileMembers),"isNew":false}"#,
        #"{"event":"moved",\#(fileMembers),"from":"/p/b.jpg","reason":"It was at /p/b.jpg."}"#,
    ])
    func `events of exports about a file`(_ line: String) throws {
        switch try read(line, as: LibraryExport.Event.self) {
        case .written(let file, let replaces):
            #expect(file.sha256 == "00" && replaces == line.contains("replaced"))
        case .present(let file):
            #expect(file.sha256.isEmpty && file.byteCount == 9 && file.localIdentifier == "A")
        case .moved(let file, let old): #expect(file.url == Self.url && old.path == "/p/b.jpg")
        default: Issue.record("\(line) is another event.")
        }
    }

    @Test(
        arguments: [
            (#"{"event":"unchanged","assets":1,"files":2}"#, .unchanged(assets: 1, files: 2)),
            (
                #"{"event":"kept",\#(members),"reason":"R"}"#,
                .kept(url, localIdentifier: "A", reason: "R")
            ),
            (
                #"{"event":"deleted",\#(members)}"#,
                .deleted(url, localIdentifier: "A", isRemoved: false)
            ),
            (
                #"{"event":"removed",\#(members)}"#,
                .deleted(url, localIdentifier: "A", isRemoved: true)
            ),
            (
                #"{"event":"failed","identifier":"A","path":"a.jpg","reason":"R"}"#,
                .failed(name: "a.jpg", localIdentifier: "A", reason: "R")
            ),
            (
                #"{"event":"remains",\#(members),"reason":"R"}"#,
                .remains(url, localIdentifier: "A", reason: "R")
            ),
            (
                #"{"event":"givenUp",\#(members),"reason":"R"}"#,
                .givenUp(url, localIdentifier: "A", reason: "R")
            ),
            (
                #"{"event":"leftOut","identifier":"A","path":"Best","reason":"R"}"#,
                .leftOut(title: "Best", localIdentifier: "A", reason: "R")
            ),
            (
                #"{"event":"unreadableSidecar",\#(members),"reason":"R"}"#,
                .unreadableSidecar(url, localIdentifier: "A", reason: "R")
            ),
        ] as [(String, LibraryExport.Event)]
    )
    func `other events of exports`(_ line: String, _ event: LibraryExport.Event) throws {
        #expect(try read(line, as: LibraryExport.Event.self) == event)
    }

    @Test func `the progress and the result of an export`() throws {
        let line =
            #"{"event":"progress","assets":1,"of":2,"bytes":10,"ofBytes":30,"seconds":0.5,"bytesPerSecond":20,"secondsLeft":1}"#
        let progress = try read(line, as: LibraryExport.Progress.self)
        #expect(try read(line, as: LibraryExport.Event.self) == .progress(progress))
        #expect(progress.assetsDone == 1 && progress.secondsLeft == 1)
        let finished = """
            {"event":"finished","assets":1,"written":2,"sidecars":3,"albumFiles":4,"moved":5,
            "present":6,"unchangedAssets":7,"kept":8,"givenUp":16,"failed":9,"remains":10,
            "leftOut":11,"unstated":12,"deleted":13,"removed":14,"bytes":15,"losses":{"rating":2},
            "wasCancelled":false,"manifest":"/p/photokit-export.jsonl"}
            """
        let report = try read(finished, as: LibraryExport.Report.self)
        #expect(report.assetCount == 1 && report.remainingCount == 10 && report.writtenBytes == 15)
        #expect(report.losses == ["rating": 2])
        #expect(report.manifestURL?.path == "/p/photokit-export.jsonl")
    }

    @Test func `an event of another kind is refused`() {
        #expect(throws: DecodingError.self) {
            try read(#"{"event":"finished"}"#, as: LibraryImport.Event.self)
        }
        #expect(throws: DecodingError.self) {
            try read(#"{"event":"found"}"#, as: LibraryImport.Report.self)
        }
    }

    @Test(arguments: [
        #"{"event":"other","path":"p/a.jpg"}"#, #"{"event":"found","files":-1,"bytes":0}"#,
        #"{"event":"progress","files":1,"of":2,"bytes":1,"ofBytes":-9223372036854775808,"seconds":1}"#,
    ])
    func `values that no event has are refused`(_ line: String) {
        #expect(throws: DecodingError.self) { try read(line, as: LibraryImport.Event.self) }
    }

    @Test func `a result with a text that is no token is refused`() throws {
        let line = Self.finishedImport.replacing(#""changes":[]"#, with: #""changes":["x"]"#)
        #expect(line != Self.finishedImport)
        #expect(throws: DecodingError.self) { try read(line, as: LibraryImport.Report.self) }
    }
}
