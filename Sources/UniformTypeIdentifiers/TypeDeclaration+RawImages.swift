extension TypeDeclaration {
    /// The RAW formats of cameras, with Apple's identifiers.
    ///
    /// Apple has no identifiers for formats of Mamiya and Sigma; their identifiers are the ones that programs use.
    static let rawImages: [TypeDeclaration] = [
        TypeDeclaration(
            identifier: "public.camera-raw-image",
            name: "RAW image",
            parents: ["public.image"],
            extensions: ["raw"]
        ),
        camera("com.adobe.raw-image", "Adobe DNG", ["dng", "gpr"], ["image/x-adobe-dng"]),
        camera("com.canon.cr2-raw-image", "Canon CR2", ["cr2"], ["image/x-canon-cr2"]),
        camera("com.canon.cr3-raw-image", "Canon CR3", ["cr3"], ["image/x-canon-cr3"]),
        camera("com.canon.crw-raw-image", "Canon CRW", ["crw"], ["image/x-canon-crw"]),
        camera("com.canon.tif-raw-image", "Canon TIFF", [], []),
        camera("com.dxo.raw-image", "DxO", ["dxo"], []),
        camera("com.epson.raw-image", "Epson", ["erf"], ["image/x-epson-erf"]),
        camera("com.fuji.raw-image", "Fuji", ["raf"], ["image/x-fuji-raf"]),
        camera(
            "com.hasselblad.3fr-raw-image",
            "Hasselblad 3FR",
            ["3fr"],
            ["image/x-hasselblad-3fr"]
        ),
        camera(
            "com.hasselblad.fff-raw-image",
            "Hasselblad FFF",
            ["fff"],
            ["image/x-hasselblad-fff"]
        ),
        camera(
            "com.kodak.raw-image",
            "Kodak",
            ["dcr", "kdc", "dcs", "k25"],
            ["image/x-kodak-dcr", "image/x-kodak-kdc", "image/x-kodak-k25"]
        ),
        camera("com.konicaminolta.raw-image", "Minolta", ["mrw"], ["image/x-minolta-mrw"]),
        camera("com.leafamerica.raw-image", "Leaf", ["mos"], ["image/x-leaf-mos"]),
        camera("com.leica.raw-image", "Leica", [], []),
        camera("com.leica.rwl-raw-image", "Leica RWL", ["rwl"], ["image/x-leica-rwl"]),
        camera("com.mamiya.raw-image", "Mamiya", ["mef"], ["image/x-mamiya-mef"]),
        camera("com.nikon.raw-image", "Nikon", ["nef"], ["image/x-nikon-nef"]),
        camera("com.nikon.nrw-raw-image", "Nikon NRW", ["nrw"], ["image/x-nikon-nrw"]),
        camera("com.olympus.raw-image", "Olympus", ["orf"], ["image/x-olympus-orf"]),
        camera("com.olympus.or-raw-image", "Olympus", ["orf"], ["image/x-olympus-orf"]),
        camera("com.olympus.sr-raw-image", "Olympus", [], []),
        camera(
            "com.panasonic.raw-image",
            "Panasonic",
            ["raw"],
            ["image/x-panasonic-raw", "image/x-panasonic-rw"]
        ),
        camera("com.panasonic.rw2-raw-image", "Panasonic RW2", ["rw2"], ["image/x-panasonic-rw2"]),
        camera("com.pentax.raw-image", "Pentax", ["pef"], ["image/x-pentax-pef"]),
        camera("com.phaseone.raw-image", "Phase One", ["iiq"], ["image/x-phaseone-iiq"]),
        camera("com.samsung.raw-image", "Samsung", ["srw"], ["image/x-samsung-srw"]),
        camera("com.sigma.x3f-raw-image", "Sigma X3F", ["x3f"], ["image/x-sigma-x3f"]),
        camera("com.sony.raw-image", "Sony", ["srf"], ["image/x-sony-srf"]),
        camera("com.sony.arw-raw-image", "Sony ARW", ["arw"], ["image/x-sony-arw"]),
        camera("com.sony.sr2-raw-image", "Sony SR2", ["sr2"], ["image/x-sony-sr2"]),
    ]

    private static func camera(
        _ identifier: String,
        _ maker: String,
        _ extensions: [String],
        _ mimeTypes: [String]
    ) -> TypeDeclaration {
        TypeDeclaration(
            identifier: identifier,
            name: "\(maker) RAW image",
            parents: ["public.camera-raw-image"],
            extensions: extensions,
            mimeTypes: mimeTypes
        )
    }
}
