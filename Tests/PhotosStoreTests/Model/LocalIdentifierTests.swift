import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LocalIdentifierTests {
    private func uuid(_ generator: inout SeededNumbers) -> UUID {
        let bytes = (0..<16).map { _ in
            generator.pick([0, 9, 10, 0xFF, UInt8(truncatingIfNeeded: generator.next())])
        }
        return UUID(bytes: bytes) ?? UUID()
    }

    @Test(arguments: ObjectKind.allCases)
    func `An identifier is the UUID in upper case and a suffix, and is read back`(kind: ObjectKind)
    {
        var generator = SeededNumbers(seed: 3)
        for _ in 0..<200 {
            let uuid = uuid(&generator)
            let identifier = LocalIdentifier(uuid: uuid, kind: kind)
            #expect(identifier.description == uuid.uuidString + "/L0/" + kind.suffix)
            #expect(LocalIdentifier(identifier.description) == identifier)
            #expect(LocalIdentifier("x\(identifier)".dropFirst()) == identifier)
        }
    }

    @Test func `Anything but the exact form names nothing`() {
        let exact = "0A1B2C3D-4E5F-6789-ABCD-EF0123456789/L0/001"
        #expect(LocalIdentifier(exact) != nil)
        let others: [String] = [
            "", "/L0/001", exact.lowercased(), exact + "/", String(exact.dropLast()),
            " \(exact.dropFirst())", "{\(exact.dropFirst(2))}",
            exact.replacingOccurrences(of: "/L0/001", with: "/L0/002"),
            exact.replacingOccurrences(of: "/L0/", with: "/L1/"),
            exact.replacingOccurrences(of: "/L0/", with: "-L0-"),
            exact.replacingOccurrences(of: "-", with: "\u{2010}"),
            exact.replacingOccurrences(of: "-4E5F-", with: "4-E5F-"),
            "G\(exact.dropFirst())", "\u{660}\(exact.dropFirst())",
            String(repeating: "0", count: 43), "a\(String(repeating: "\u{E9}", count: 21))",
        ]
        for other in others {
            #expect(LocalIdentifier(other) == nil, "\(other)")
        }
    }
}
