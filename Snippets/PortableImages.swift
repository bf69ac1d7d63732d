// Images as on Apple's systems, where modules of views have them.
// snippet.imports
import Photos

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif
// snippet.end

func thumbnail(_ image: CGImage) -> UIImage { UIImage(cgImage: image) }
// snippet.hide
_ = thumbnail
