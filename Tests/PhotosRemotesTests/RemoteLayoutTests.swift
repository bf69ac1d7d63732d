import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct RemoteLayoutTests {
    @Test func `names lead back to checksums, and nothing else does`() throws {
        let checksum = (0..<32).map { UInt8($0 * 8) }
        let name = RemoteNames.original(checksum)
        #expect(
            name
                == "originals/00/0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8"
        )
        #expect(RemoteNames.checksum(of: name, below: RemoteNames.originals) == checksum)
        for other in [
            "originals/01/" + name.dropFirst(13), name.uppercased(), name + "0", "x/" + name,
            String(name.dropLast()), "database/" + name.dropFirst(10),
        ] {
            #expect(
                RemoteNames.checksum(of: other, below: RemoteNames.originals) == nil,
                "\(other)"
            )
        }
    }

    @Test(arguments: [
        "relative/path", "ftp://host/x", "s3://", "https://user:word@host/x", "s3://bucket/x?y=1",
        "https://host/x#y", "",
    ])
    func `an address that is none, or has keys, is refused`(_ text: String) {
        #expect(throws: RemoteFailure.self) { try RemoteAddress(text) }
    }

    @Test func `an address of an unknown kind is answered with the forms of the kinds that exist`()
    {
        let failure = #expect(throws: RemoteFailure.self) { try RemoteAddress("ftp://host/x") }
        #expect(
            failure?.sentence
                == "ftp:// is not a kind of remote. Give an absolute path of a folder, s3://bucket/prefix, or the https:// URL of a WebDAV folder."
        )
        #expect(ServiceKind(address: "S3://bucket") == .s3)
        #expect(ServiceKind(address: "http://host/dav") == .webDAV)
        #expect(ServiceKind(address: "/media/disk") == nil)
    }

    @Test func `addresses lose a last slash, and give names`() throws {
        #expect(try RemoteAddress("/media/disk/photos/").text == "/media/disk/photos")
        #expect(try RemoteAddress("s3://bucket/photos/").text == "s3://bucket/photos")
        #expect(try RemoteAddress("S3://Bucket/Photos/").text == "s3://Bucket/Photos")
        #expect(try RemoteAddress("s3://bucket/photos").kind == .service(.s3))
        #expect(try RemoteAddress("https://host/dav").kind == .service(.webDAV))
        #expect(try RemoteAddress("s3://bucket/photos").suggestedName == "photos")
        #expect(try RemoteAddress("s3://bucket").suggestedName == "bucket")
    }

    @Test func `settings survive their text, and contain no keys`() {
        var settings = RemoteSettings()
        settings.endpoint = "https://s3.example.org"
        settings.rate = 2_000_000
        #expect(RemoteSettings(text: settings.text) == settings)
        #expect(RemoteSettings(text: "no JSON") == RemoteSettings())
    }

    // MARK: Copies of the database

    private func index(at seconds: Double, parts: Int = 3) -> SnapshotIndex {
        SnapshotIndex(
            library: UUID(),
            incarnation: UUID(),
            date: Date(timeIntervalSince1970: seconds),
            position: LogPosition(sequence: 7, mark: 9),
            format: 8,
            byteCount: Int64(parts * SnapshotIndex.partSize) - 5,
            parts: (0..<parts).map {
                Hexadecimal.digits(of: Array(repeating: UInt8($0), count: 32))
            },
            takesSources: false
        )
    }

    @Test func `an index survives its coding, and a changed one is refused`() throws {
        let index = index(at: 1_800_000_000.25)
        #expect(index.name == "snapshots/20270115T080000Z-7-9.json")
        #expect(SnapshotIndex.date(of: index.name) == Date(timeIntervalSince1970: 1_800_000_000))
        let data = try index.encoded()
        #expect(try SnapshotIndex(data) == index)
        #expect(index.part(2).byteCount == Int64(SnapshotIndex.partSize) - 5)
        let text = String(decoding: data, as: UTF8.self)
        for (old, new) in [("\"mark\":9", "\"mark\":8"), ("01", "02"), ("}", "")] {
            let changed = Data(text.replacing(old, with: new).utf8)
            #expect(throws: RemoteFailure.self) { try SnapshotIndex(changed) }
        }
    }

    @Test func `few copies all stay`() {
        let names = (0..<10).map { index(at: 1_800_000_000 + Double($0) * 60).name }
        #expect(
            SnapshotRetention.surplusNames(
                among: names,
                now: Date(timeIntervalSince1970: 1_800_001_000)
            )
            .isEmpty
        )
    }

    @Test func `of many copies the newest stay, and the last of each day for a month`() {
        let start = 1_800_000_000.0
        var names: [String] = []
        for day in 0..<40 {
            for minute in 0..<5 {
                let time = start + Double(day * 86_400 + minute * 60)
                names.append(index(at: time).name)
            }
        }
        let now = Date(timeIntervalSince1970: start + 39 * 86_400 + 300)
        let surplus = SnapshotRetention.surplusNames(among: names, now: now)
        let kept = Set(names).subtracting(surplus).sorted()
        // The last of 30 days with today, and three more of today.
        #expect(kept.count == 33)
        #expect(Set(names.suffix(4)).isSubset(of: kept))
        #expect(kept.first == names[10 * 5 + 4])
    }
}
