import PhotosMedia

/// Files that only pretend, for tests of what an import says about them.
package enum BrokenMedia {
    /// A JPEG cut off in the middle of its tables, before its size is stated.
    package static func truncatedJPEG() -> [UInt8] {
        Array(TestJPEG().data().prefix(100))
    }

    /// Words; name the file as a picture.
    package static func text() -> [UInt8] {
        Array("This is a letter, whatever its name says.\n".utf8)
    }

    /// Nothing at all.
    package static func empty() -> [UInt8] {
        []
    }

    /// A PNG that claims two thousand million pixels on each side.
    package static func giantPNG() -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + TestPNG.header(width: 0x8000_0000, height: 0x8000_0000)
    }

    /// A movie whose description is missing.
    package static func movieWithoutDescription() -> [UInt8] {
        let whole = TestMovie(.quickTime).data()
        return Array(whole.prefix(24)) + [0, 0, 0, 16] + Array("mdat".utf8)
            + [UInt8](repeating: 0, count: 8)
    }
}
