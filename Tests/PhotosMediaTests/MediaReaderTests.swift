import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MediaReaderTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func `without a worker headers tell, and it is said once`() throws {
        let reader = MediaReader(environment: [WorkerProgram.variable: ""], zone: .gmt)
        #expect(reader.worker == nil)
        let exif = ExifFields(dateTimeOriginal: "2024:05:01 12:30:00", orientation: 6)
        let file = try folder.open(TestJPEG(width: 40, height: 30, exif: exif).data())
        let facts = try reader.facts(of: file.fileDescriptor, hint: "a.jpg")
        #expect(facts.reader == .header)
        #expect(facts.pixelWidth == 30)
        #expect(facts.pixelHeight == 40)
        #expect(facts.creationDate == nil)
        let notice = try #require(reader.workerNotice())
        #expect(notice.contains("photokit-media"))
        #expect(notice.contains("PHOTOKIT_MEDIA_WORKER"))
        #expect(reader.workerNotice() == nil)
    }

    @Test func `with a worker there is nothing to say`() throws {
        let reader = MediaReader(worker: try TestWorker.client(), zone: .gmt)
        let file = try folder.open(TestMovie(.mpeg4).data())
        #expect(try reader.facts(of: file.fileDescriptor, hint: nil).type == .mpeg4)
        #expect(try reader.facts(of: file.fileDescriptor, hint: "Film.M4V").type == .m4v)
        #expect(try reader.facts(of: file.fileDescriptor, hint: "Film.jpg").type == .mpeg4)
        #expect(reader.workerNotice() == nil)
    }

    @Test func `the worker is looked for in its places, in order`() {
        let environment = ["PATH": "/usr/bin:relative::/opt/bin"]
        #expect(
            WorkerProgram.candidates(environment: environment, program: "/app/bin/photokit") == [
                "/app/bin/photokit-media",
                "/app/bin/../libexec/photokit-media",
                "/app/bin/../libexec/openphotokit/photokit-media",
                "/usr/bin/photokit-media",
                "/opt/bin/photokit-media",
            ]
        )
        let named = environment.merging([WorkerProgram.variable: "/x/worker"]) { $1 }
        #expect(WorkerProgram.candidates(environment: named, program: "/a/b") == ["/x/worker"])
        let none = environment.merging([WorkerProgram.variable: ""]) { $1 }
        #expect(WorkerProgram.candidates(environment: none, program: "/a/b") == [])
    }

    @Test func `a named worker that is not there is not replaced by another`() {
        let environment = [WorkerProgram.variable: folder.path + "/missing"]
        #expect(WorkerProgram.findWorker(environment: environment) == nil)
        #expect(WorkerProgram.findWorker(environment: [WorkerProgram.variable: folder.path]) == nil)
    }

    @Test func `a reader without a worker says why there is none`() throws {
        func reason(_ named: String) -> String? {
            let reader = MediaReader(environment: [WorkerProgram.variable: named], zone: .gmt)
            return reader.problem()?.detail
        }
        #expect(reason("")?.contains("is empty") == true)
        #expect(reason(folder.path + "/missing")?.contains("there is no such file") == true)
        #expect(reason(folder.path)?.contains("it is not a file") == true)
        let plain = try folder.write([1], to: "plain")
        #expect(reason(plain)?.contains("\(plain): it may not be executed") == true)
        let nowhere = MediaReader(environment: ["PATH": "/nowhere"], zone: .gmt)
        if nowhere.worker == nil { #expect(nowhere.problem() == MediaWorkerError(.notFound)) }
    }
}
