import Foundation
import PhotosMedia
import PhotosTestSupport

/// Names of the assets in the example; Photos names each file after its asset.
enum Example {
    static let live = "A1111111-0000-4000-8000-000000000001"
    static let edited = "B2222222-0000-4000-8000-000000000002"
    static let video = "C3333333-0000-4000-8000-000000000003"
    static let raw = "A4444444-0000-4000-8000-000000000004"
    static let firstOfBurst = "D5555555-0000-4000-8000-000000000005"
    static let keyOfBurst = "D6666666-0000-4000-8000-000000000006"
    static let trashed = "E7777777-0000-4000-8000-000000000007"
    static let inCloud = "F8888888-0000-4000-8000-000000000008"
    static let shared = "F9999999-0000-4000-8000-000000000009"
    static let editAlone = "FAAAAAAA-0000-4000-8000-00000000000A"
    static let outside = "FBBBBBBB-0000-4000-8000-00000000000B"
    static let unrendered = "0CCCCCCC-0000-4000-8000-00000000000C"
}

extension AppleLibrary {
    /// A library with one of each kind of asset, and albums in folders.
    static func example(_ version: Version) -> AppleLibrary {
        var library = AppleLibrary(version)
        library.assets = [
            live, edited, video, raw, burst(Example.firstOfBurst, pick: 2, seed: 5),
            burst(Example.keyOfBurst, pick: 4 + 8 + 16, seed: 6), trashed, inCloud, shared,
            editAlone, outside, unrendered,
        ]
        library.albums = exampleAlbums
        return library
    }

    private static func picture(_ seed: UInt8) -> [UInt8] { TestJPEG(seed: seed).data() }

    private static func movie(_ seed: UInt8) -> [UInt8] {
        TestMovie(.quickTime, seed: seed).data()
    }

    static let recipe = Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>adjustmentBaseVersion</key><integer>0</integer>
        <key>adjustmentData</key><data>AQID</data>
        <key>adjustmentFormatIdentifier</key><string>com.apple.photo</string>
        <key>adjustmentFormatVersion</key><string>1.9</string>
        <key>adjustmentTimestamp</key><date>2021-08-07T10:00:00Z</date>
        </dict></plist>
        """.utf8
    )

    private static var live: Asset {
        var asset = Asset(Example.live)
        asset.subtype = 2
        asset.originalFilename = "IMG_0001.JPG"
        asset.originals = [".jpeg": picture(1), "_3.mov": movie(1)]
        asset.columns = [
            "ZFAVORITE": 1, "ZDATECREATED": 600_000_000.5, "ZLATITUDE": 48.2, "ZLONGITUDE": 16.4,
        ]
        asset.attributes = [
            "ZTITLE": "Roof", "ZTIMEZONEOFFSET": 7200, "ZGPSHORIZONTALACCURACY": 12.5,
        ]
        asset.description = "From the tower"
        asset.keywords = ["Vienna", "Roofs"]
        asset.persons = ["Ada Lovelace"]
        return asset
    }

    private static var edited: Asset {
        var asset = Asset(Example.edited)
        asset.subtype = 2
        asset.originalFilename = "IMG_0002.JPG"
        asset.originals = [".jpeg": picture(2), "_3.mov": movie(2)]
        asset.renderings = [
            "_1_201_a.jpeg": picture(102), "_2_100_a.mov": movie(102), ".plist": Array(recipe),
            "_1_201_o.jpeg": picture(103),
        ]
        asset.adjustment = ("com.apple.photo", "1.5")
        asset.columns = ["ZHIDDEN": 1, "ZDATECREATED": 600_000_100.0]
        asset.attributes = ["ZTIMEZONENAME": "Asia/Tokyo"]
        return asset
    }

    private static var video: Asset {
        var asset = Asset(Example.video)
        asset.kind = 1
        asset.end = "mov"
        asset.originalFilename = "IMG_0003.MOV"
        asset.originals = [".mov": movie(3)]
        asset.renderings = ["_2_0_a.mov": movie(104)]
        asset.adjustment = ("com.apple.video", "1.6")
        asset.columns = ["ZDATECREATED": 599_999_900.0]
        return asset
    }

    private static var raw: Asset {
        var asset = Asset(Example.raw)
        asset.originalFilename = "DSC_0004.JPG"
        asset.originals = [".jpeg": picture(4), "_4.dng": TestDNG(seed: 4).data()]
        asset.description = "Both"
        return asset
    }

    private static func burst(_ uuid: String, pick: Int, seed: UInt8) -> Asset {
        var asset = Asset(uuid)
        asset.originals = [".jpeg": picture(seed)]
        asset.columns = [
            "ZAVALANCHEUUID": "BURST-1", "ZAVALANCHEPICKTYPE": pick,
            "ZVISIBILITYSTATE": pick == 2 ? 2 : 0,
        ]
        return asset
    }

    private static var trashed: Asset {
        var asset = Asset(Example.trashed)
        asset.originals = [".jpeg": picture(7)]
        asset.columns = ["ZTRASHEDSTATE": 1, "ZTRASHEDDATE": 700_000_000.0]
        return asset
    }

    private static var inCloud: Asset {
        var asset = Asset(Example.inCloud)
        asset.originalFilename = "IMG_0008.HEIC"
        asset.end = "heic"
        asset.columns = ["ZCLOUDASSETGUID": "GUID"]
        return asset
    }

    private static var shared: Asset {
        var asset = Asset(Example.shared)
        asset.directory = "12345/67890"
        asset.columns = ["ZSAVEDASSETTYPE": 4, "ZCLOUDBATCHPUBLISHDATE": 600_000_000.0]
        return asset
    }

    private static var editAlone: Asset {
        var asset = Asset(Example.editAlone)
        asset.originalFilename = "IMG_0010.HEIC"
        asset.end = "heic"
        asset.renderings = ["_1_201_a.jpeg": picture(110)]
        asset.adjustment = ("com.apple.photo", "1.5")
        return asset
    }

    private static var outside: Asset {
        var asset = Asset(Example.outside)
        asset.directory = "../../etc"
        return asset
    }

    private static var unrendered: Asset {
        var asset = Asset(Example.unrendered)
        asset.originals = [".jpeg": picture(12)]
        asset.adjustment = ("com.apple.photo", "1.5")
        return asset
    }

    private static var exampleAlbums: [Album] {
        var travels = Album(10, "Travels")
        travels.kind = 4000
        travels.order = 2
        var deep = Album(11, "Europe")
        deep.kind = 4000
        deep.parent = 10
        var byHand = Album(12, "By hand")
        byHand.parent = 11
        byHand.order = 2
        byHand.members = [Example.video, Example.live, Example.inCloud, Example.edited]
        var byDate = Album(13, "Newest first")
        byDate.parent = 11
        byDate.order = 1
        byDate.sortKey = 1
        byDate.isSortAscending = false
        byDate.members = [Example.video, Example.live, Example.edited]
        var top = Album(14, "First")
        top.order = 1
        top.members = [Example.raw]
        var gone = Album(15, "Deleted")
        gone.isTrashed = true
        var smart = Album(16, "Five stars")
        smart.kind = 1507
        var shared = Album(17, "Family")
        shared.kind = 1505
        shared.parent = nil
        var session = Album(18, nil)
        session.kind = 1506
        return [byHand, byDate, travels, deep, top, gone, smart, shared, session]
    }
}
