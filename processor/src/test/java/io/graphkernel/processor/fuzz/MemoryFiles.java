package io.graphkernel.processor.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** In-memory file manager for the output of javac. */
final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, Text> written = new HashMap<>();

    MemoryFiles(StandardJavaFileManager files) {
        super(files);
    }

    /** Returns a source file. */
    static JavaFileObject source(String className, String text) {
        Text file = new Text(className.replace('.', '/') + ".java", JavaFileObject.Kind.SOURCE);
        file.bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /** Removes all output. */
    void clear() {
        written.clear();
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        return file(className.replace('.', '/') + kind.extension, kind);
    }

    @Override
    public FileObject getFileForOutput(Location location, String packageName, String name, FileObject sibling) {
        return file(name, JavaFileObject.Kind.OTHER);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a instanceof Text || b instanceof Text ? a.equals(b) : super.isSameFile(a, b);
    }

    private Text file(String name, JavaFileObject.Kind kind) {
        return written.computeIfAbsent(name, path -> new Text(path, kind));
    }

    private static final class Text extends SimpleJavaFileObject {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Text(String name, Kind kind) {
            super(URI.create("memory:///" + name), kind);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        @Override
        public InputStream openInputStream() throws IOException {
            return new ByteArrayInputStream(bytes.toByteArray());
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }
    }
}
