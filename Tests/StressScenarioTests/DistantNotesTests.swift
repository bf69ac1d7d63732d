import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@testable import LibraryExercise

@Suite(.permit) struct DistantNotesTests {
    private let photos = (0..<4).map { _ in UUID() }

    @Test func `what is noted after a cut counts for nothing until a process begins`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "notes")
        let notes = try DistantNotes(appendingTo: file)
        try notes.write(.begun)
        try notes.write(.added, photos[0])
        try notes.writeCut()
        try notes.write(.added, photos[1])
        #expect(DistantNotes.read(file) == [photos[0]])
        try notes.write(.begun)
        try notes.write(.added, photos[2])
        #expect(DistantNotes.read(file) == [photos[0], photos[2]])
    }

    @Test func `a photo that may leave is not expected, even when the power is cut`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "notes")
        let notes = try DistantNotes(appendingTo: file)
        try notes.write(.added, photos[0])
        try notes.write(.added, photos[1])
        try notes.write(.leaving, photos[1])
        try notes.writeCut()
        try notes.write(.leaving, photos[0])
        #expect(DistantNotes.read(file).isEmpty)
    }
}
