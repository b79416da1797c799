package io.graphkernel.processor.incremental;

import io.graphkernel.abi.ManifestFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * What goes into the jar for a class, but for its constant tensors.
 *
 * @param sources Java texts by the names of their classes, the stub first
 * @param resources by path, one of which is the manifest
 */
public record ClassFiles(Map<String, String> sources, SortedMap<String, byte[]> resources) {

    /**
     * Writes them, the stub first, since its name may be refused. What an earlier build has written and this one does not is
     * removed: it would go into the jar, and nobody knows it.
     *
     * @param filer of javac
     * @param element because of which they are written
     * @param others files from the directory of the manifest that are written too
     * @return where the manifest is
     * @throws IOException if one cannot be written
     */
    public URI write(Filer filer, TypeElement element, List<String> others) throws IOException {
        for (Map.Entry<String, String> source : sources.entrySet()) {
            try (Writer out = filer.createSourceFile(source.getKey(), element).openWriter()) {
                out.write(source.getValue());
            }
        }
        String path = resources.keySet().stream()
                .filter(name -> name.endsWith("/" + ManifestFormat.FILE))
                .findFirst()
                .orElseThrow();
        String directory = path.substring(0, path.length() - ManifestFormat.FILE.length());
        FileObject manifest = create(path, filer, element);
        Optional<ListedFiles> previous = listed(manifest.toUri());
        List<String> written = new ArrayList<>(others);
        for (Map.Entry<String, byte[]> resource : resources.entrySet()) {
            String name = resource.getKey();
            FileObject file = name.equals(path) ? manifest : create(name, filer, element);
            try (OutputStream out = file.openOutputStream()) {
                out.write(resource.getValue());
            }
            if (name.startsWith(directory)) {
                written.add(name.substring(directory.length()));
            }
        }
        if (previous.isPresent()) {
            previous.get().without(written).remove();
        }
        return manifest.toUri();
    }

    private static Optional<ListedFiles> listed(URI manifest) throws IOException {
        return "file".equals(manifest.getScheme()) ? ListedFiles.of(Path.of(manifest)) : Optional.empty();
    }

    private static FileObject create(String name, Filer filer, TypeElement element) throws IOException {
        return filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, element);
    }

    /**
     * Text in the encoding of all files.
     *
     * @param text any text
     * @return its bytes
     */
    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
