package io.graphkernel.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The file manager of javac that all compilations of a thread share, so that they open the archives of the class path
 * once.
 *
 * <p>An archive that has been read must not change.
 */
public final class SharedFileManager {
    /** The paths that options of a compilation set. */
    private static final List<StandardLocation> PATHS = List.of(
            StandardLocation.CLASS_OUTPUT,
            StandardLocation.SOURCE_OUTPUT,
            StandardLocation.NATIVE_HEADER_OUTPUT,
            StandardLocation.CLASS_PATH,
            StandardLocation.SOURCE_PATH,
            StandardLocation.ANNOTATION_PROCESSOR_PATH);

    private static final ThreadLocal<StandardJavaFileManager> OF_THREAD = ThreadLocal.withInitial(() ->
            ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));

    private SharedFileManager() {}

    /**
     * Returns the file manager of this thread without the paths of the compilation before. Callers do not close it.
     */
    public static StandardJavaFileManager current() {
        StandardJavaFileManager files = OF_THREAD.get();
        try {
            for (StandardLocation location : PATHS) {
                files.setLocation(location, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }
}
