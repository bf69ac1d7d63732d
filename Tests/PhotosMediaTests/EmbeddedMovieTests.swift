import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Motion photos in the layouts of their makers, put together by hand.
@Suite(.permit) struct EmbeddedMovieTests {
    private static let movie = TestMovie(.mpeg4, frameCount: 1).data()

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        return try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
    }

    private func picture(_ attributes: String, _ content: String = "") -> [UInt8] {
        TestJPEG(
            xmp: """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
                  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
                  xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                  xmlns:Container="http://ns.google.com/photos/1.0/container/"
                  xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(content)
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """
        ).data()
    }

    private func directory(_ items: [(String, Int)]) -> String {
        let list = items.map {
            #"<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="x/y" Item:Semantic="\#($0.0)" Item:Length="\#($0.1)"/></rdf:li>"#
        }
        return "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
    }

    /// A block of Samsung's trailer and the directory that closes the file.
    private func trailer(_ name: String, _ content: [UInt8]) -> [UInt8] {
        func little(_ value: Int) -> [UInt8] {
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let block = [0, 0, 0x30, 0x0A] + little(name.utf8.count) + Array(name.utf8) + content
        let entry = [0, 0, 0x30, 0x0A] + little(block.count) + little(block.count)
        let directory = Array("SEFH".utf8) + little(107) + little(1) + entry
        return block + directory + little(directory.count) + Array("SEFT".utf8)
    }

    @Test func `Google's first form counts from the end`() throws {
        let movie = Self.movie
        let start = picture(#"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(movie.count)""#)
        let facts = try facts(start + movie)
        #expect(facts.embeddedMovie == Int64(start.count)..<Int64(start.count + movie.count))
        #expect(facts.damage == nil)
    }

    @Test func `Google's second form lists what follows the picture`() throws {
        let movie = Self.movie
        let map = TestJPEG(seed: 3).data()
        let start = picture(
            #"GCamera:MotionPhoto="1""#,
            directory([("Primary", 0), ("GainMap", map.count), ("MotionPhoto", movie.count)])
        )
        let before = Int64(start.count + map.count)
        let facts = try facts(start + map + movie)
        #expect(facts.embeddedMovie == before..<before + Int64(movie.count))
        #expect(facts.damage == nil)
    }

    @Test func `Samsung's directory stands at the end of the file`() throws {
        let movie = Self.movie
        let start = TestJPEG().data()
        let facts = try facts(start + trailer("MotionPhoto_Data", movie))
        let offset = Int64(start.count + 8 + "MotionPhoto_Data".utf8.count)
        #expect(facts.embeddedMovie == offset..<offset + Int64(movie.count))
        #expect(facts.damage == nil)
    }

    @Test func `a HEIC file holds it in a box`() throws {
        let movie = Self.movie
        let start = TestHEIF().data()
        let box = ByteWriter {
            $0.uint32(movie.count + 8)
            $0.text("mpvd")
            $0.append(movie)
        }
        let facts = try facts(start + box.bytes)
        let offset = Int64(start.count + 8)
        #expect(facts.embeddedMovie == offset..<offset + Int64(movie.count))
    }

    @Test func `what does not begin like a movie, or is not there, is none`() throws {
        let movie = Self.movie
        let wrong = picture(#"GCamera:MicroVideoOffset="\#(movie.count + 1)""#)
        #expect(try facts(wrong + movie).embeddedMovie == nil)
        let beyond = picture(#"GCamera:MicroVideoOffset="99999999""#)
        #expect(try facts(beyond + movie).embeddedMovie == nil)
        let huge = picture("", directory([("Primary", 0), ("MotionPhoto", Int.max)]))
        #expect(try facts(huge + movie).embeddedMovie == nil)
        let text =
            TestJPEG().data() + trailer("MotionPhoto_Data", Array("not a movie at all, no".utf8))
        #expect(try facts(text).embeddedMovie == nil)
        #expect(try facts(TestJPEG().data()).embeddedMovie == nil)
    }

    @Test func `Samsung's panoramas are told by their trailer`() throws {
        let bytes = TestJPEG().data() + trailer("Panorama_Shot_Info", [0, 0, 0, 0])
        #expect(try facts(bytes).subtypes == .panorama)
    }
}
