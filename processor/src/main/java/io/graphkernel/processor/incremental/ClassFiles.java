package io.graphkernel.processor.incremental;

import io.graphkernel.common.abi.ManifestFormat;
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
 * Jar contents of a class, except for its constant tensors.
 *
 * @param sources Java sources by class name, the stub first
 * @param resources resources by path, including the manifest
 */
public record ClassFiles(Map<String, String> sources, SortedMap<String, byte[]> resources) {

    /**
     * Writes the files, starting with the stub, whose name may be rejected. Outdated files of an earlier build are
     * removed, since they would be packaged into the jar.
     *
     * @param filer javac's filer
     * @param element originating element
     * @param others further files in the directory of the manifest
     * @param stubs class files of the sources, if known; javac then does not compile the sources
     * @return location of the manifest
     * @throws IOException if a file cannot be written
     */
    public URI write(Filer filer, TypeElement element, List<String> others, Optional<StubClassFiles> stubs)
            throws IOException {
        for (Map.Entry<String, String> source : sources.entrySet()) {
            // In the encoding of javac's option.
            try (Writer out = createSource(source.getKey(), filer, element, stubs.isPresent())
                    .openWriter()) {
                out.write(source.getValue());
            }
        }
        // They follow the sources: build tools recompile a source that is newer than its class file.
        if (stubs.isPresent()) {
            for (Map.Entry<String, byte[]> stub : stubs.get().classFiles().entrySet()) {
                try (OutputStream out =
                        filer.createClassFile(stub.getKey(), element).openOutputStream()) {
                    out.write(stub.getValue());
                }
            }
        }
        String path = resources.keySet().stream()
                .filter(name -> name.endsWith("/" + ManifestFormat.FILE))
                .findFirst()
                .orElseThrow();
        String directory = path.substring(0, path.length() - ManifestFormat.FILE.length());
        FileObject manifest = create(path, filer, element);
        Optional<OutputIndex> previous = listed(manifest.toUri());
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

    private static Optional<OutputIndex> listed(URI manifest) throws IOException {
        return "file".equals(manifest.getScheme()) ? OutputIndex.of(Path.of(manifest)) : Optional.empty();
    }

    /**
     * Creates a source file.
     *
     * @param isCompiled true if class files of the source exist, so that it is for readers and debuggers only
     */
    private static FileObject createSource(String name, Filer filer, TypeElement element, boolean isCompiled)
            throws IOException {
        return isCompiled
                ? filer.createResource(StandardLocation.SOURCE_OUTPUT, "", name.replace('.', '/') + ".java", element)
                : filer.createSourceFile(name, element);
    }

    private static FileObject create(String name, Filer filer, TypeElement element) throws IOException {
        return filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, element);
    }

    /**
     * Encodes text in the encoding of all files.
     *
     * @param text any text
     * @return its bytes
     */
    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
