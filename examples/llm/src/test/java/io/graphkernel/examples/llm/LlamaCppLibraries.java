package io.graphkernel.examples.llm;

import com.sun.jna.Callback;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Libraries of llama.cpp that the profile {@code llama-cpp} installs; they are loaded at the first use. */
final class LlamaCppLibraries {

    private static final int LEVEL_ERROR = 4;
    private static final Path PATH =
            Path.of(System.getProperty(LlamaCpp.DIRECTORY)).toAbsolutePath();

    /** Tensors, their formats and GGUF files. */
    static final NativeLibrary BASE = library("libggml-base.so");

    /** Registry of the libraries for processors. */
    static final NativeLibrary BACKENDS = library("libggml.*so");

    private static final NativeLibrary LLAMA = library("libllama.*so");
    private static final StringBuffer ERRORS = new StringBuffer();

    /** Is referenced here for as long as llama.cpp may call it. */
    private static final Log LOG = (level, text, data) -> {
        if (level == LEVEL_ERROR) {
            ERRORS.append(text.getString(0));
        }
    };

    static {
        call("llama_log_set", LOG, Pointer.NULL);
        BACKENDS.getFunction("ggml_backend_load_all_from_path").invoke(new Object[] {PATH.toString()});
        call("llama_backend_init");
    }

    /** Receiver of llama.cpp's log. */
    @FunctionalInterface
    interface Log extends Callback {
        void append(int level, Pointer text, Pointer data);
    }

    private LlamaCppLibraries() {}

    private static NativeLibrary library(String glob) {
        try (var found = Files.newDirectoryStream(PATH, glob)) {
            return NativeLibrary.getInstance(found.iterator().next().toString());
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void call(String function, Object... arguments) {
        LLAMA.getFunction(function).invoke(arguments);
    }

    static Pointer pointer(String function, Object... arguments) {
        return LLAMA.getFunction(function).invokePointer(arguments);
    }

    static int number(String function, Object... arguments) {
        return LLAMA.getFunction(function).invokeInt(arguments);
    }

    static <T extends Structure> T structure(Class<T> type, String function) {
        return type.cast(LLAMA.getFunction(function).invoke(type, new Object[0]));
    }

    /** Returns a pointer that is not null. */
    static Pointer require(Pointer pointer) {
        if (pointer == null) {
            throw failure("no result");
        }
        return pointer;
    }

    /** Returns an exception with the errors that llama.cpp has logged. */
    static IllegalStateException failure(String problem) {
        return new IllegalStateException("llama.cpp: " + problem + ": " + ERRORS);
    }
}
