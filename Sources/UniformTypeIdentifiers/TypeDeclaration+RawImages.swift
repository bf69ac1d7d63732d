extension TypeDeclaration {
    /// The RAW formats of cameras, with Apple's identifiers.
    ///
    /// Apple has no identifiers for formats of Mamiya and Sigma; their identifiers are the ones that programs use.
    static let rawImages: [TypeDeclaration] =
        [
            TypeDeclaration(
                identifier: "public.camera-raw-image",
                name: "RAW image",
                parents: ["public.image"],
                extensions: ["raw"]
            )
        ]
        + cameras.map { identifier, maker, extensions, mimeTypes in
            TypeDeclaration(
                identifier: identifier,
                name: "\(maker) RAW image",
                parents: ["public.camera-raw-image"],
                extensions: extensions,
                mimeTypes: mimeTypes
            )
        }

    private static let cameras:
        [(identifier: String, maker: String, extensions: [String], mimeTypes: [String])] = [
            ("com.adobe.raw-image", "Adobe DNG", ["dng", "gpr"], ["image/x-adobe-dng"]),
            ("com.canon.cr2-raw-image", "Canon CR2", ["cr2"], ["image/x-canon-cr2"]),
            ("com.canon.cr3-raw-image", "Canon CR3", ["cr3"], ["image/x-canon-cr3"]),
            ("com.canon.crw-raw-image", "Canon CRW", ["crw"], ["image/x-canon-crw"]),
            ("com.canon.tif-raw-image", "Canon TIFF", [], []),
            ("com.dxo.raw-image", "DxO", ["dxo"], []),
            ("com.epson.raw-image", "Epson", ["erf"], ["image/x-epson-erf"]),
            ("com.fuji.raw-image", "Fuji", ["raf"], ["image/x-fuji-raf"]),
            (
                "com.hasselblad.3fr-raw-image",
                "Hasselblad 3FR",
                ["3fr"],
                ["image/x-hasselblad-3fr"]
            ),
            (
                "com.hasselblad.fff-raw-image",
                "Hasselblad FFF",
                ["fff"],
                ["image/x-hasselblad-fff"]
            ),
            (
                "com.kodak.raw-image",
                "Kodak",
                ["dcr", "kdc", "dcs", "k25"],
                ["image/x-kodak-dcr", "image/x-kodak-kdc", "image/x-kodak-k25"]
            ),
            ("com.konicaminolta.raw-image", "Minolta", ["mrw"], ["image/x-minolta-mrw"]),
            ("com.leafamerica.raw-image", "Leaf", ["mos"], ["image/x-leaf-mos"]),
            ("com.leica.raw-image", "Leica", [], []),
            ("com.leica.rwl-raw-image", "Leica RWL", ["rwl"], ["image/x-leica-rwl"]),
            ("com.mamiya.raw-image", "Mamiya", ["mef"], ["image/x-mamiya-mef"]),
            ("com.nikon.raw-image", "Nikon", ["nef"], ["image/x-nikon-nef"]),
            ("com.nikon.nrw-raw-image", "Nikon NRW", ["nrw"], ["image/x-nikon-nrw"]),
            ("com.olympus.raw-image", "Olympus", ["orf"], ["image/x-olympus-orf"]),
            ("com.olympus.or-raw-image", "Olympus", ["orf"], ["image/x-olympus-orf"]),
            ("com.olympus.sr-raw-image", "Olympus", [], []),
            (
                "com.panasonic.raw-image",
                "Panasonic",
                ["raw"],
                ["image/x-panasonic-raw", "image/x-panasonic-rw"]
            ),
            ("com.panasonic.rw2-raw-image", "Panasonic RW2", ["rw2"], ["image/x-panasonic-rw2"]),
            ("com.pentax.raw-image", "Pentax", ["pef"], ["image/x-pentax-pef"]),
            ("com.phaseone.raw-image", "Phase One", ["iiq"], ["image/x-phaseone-iiq"]),
            ("com.samsung.raw-image", "Samsung", ["srw"], ["image/x-samsung-srw"]),
            ("com.sigma.x3f-raw-image", "Sigma X3F", ["x3f"], ["image/x-sigma-x3f"]),
            ("com.sony.raw-image", "Sony", ["srf"], ["image/x-sony-srf"]),
            ("com.sony.arw-raw-image", "Sony ARW", ["arw"], ["image/x-sony-arw"]),
            ("com.sony.sr2-raw-image", "Sony SR2", ["sr2"], ["image/x-sony-sr2"]),
        ]
}
