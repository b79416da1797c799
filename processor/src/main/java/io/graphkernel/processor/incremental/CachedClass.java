package io.graphkernel.processor.incremental;

import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;

/**
 * Output of a class's compilation, as stored in the build cache.
 *
 * @param summary counts of the success note
 * @param files files of the jar
 * @param report files of the report
 */
public record CachedClass(Summary summary, ClassFiles files, SortedMap<String, byte[]> report) {

    /**
     * Counts of the success note, as text.
     *
     * @param methods number of methods, such as "2 methods"
     * @param ops number of ops
     * @param launches number of launches
     * @param leftOut skipped targets, and skipped chips of other targets, with a note for each
     */
    public record Summary(String methods, String ops, String launches, List<SkippedTarget> leftOut) {
        public Summary {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * Writes the files of a class without constant tensors.
     *
     * @param element originating element
     * @param directory report directory
     * @param filer javac's filer
     * @param stubs class files of the stub, if known
     * @throws IOException if a file cannot be written
     */
    public void write(TypeElement element, ReportDirectory directory, Filer filer, Optional<StubClassFiles> stubs)
            throws IOException {
        if (stubs.isEmpty()) {
            directory.clear();
        } else {
            // The directory has the report of the same class, since it has these class files.
            directory.unmarkGenerated();
        }
        directory.restore(report);
        directory.writeManifestPath(files.write(filer, element, List.of(), stubs));
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(fast(bytes))) {
            for (String word : List.of(summary.methods(), summary.ops(), summary.launches())) {
                out.writeUTF(word);
            }
            out.writeInt(summary.leftOut().size());
            for (SkippedTarget skipped : summary.leftOut()) {
                for (String word : List.of(skipped.target(), skipped.method(), skipped.op(), skipped.reason())) {
                    out.writeUTF(word);
                }
            }
            Map<String, byte[]> sources = new LinkedHashMap<>();
            files.sources().forEach((name, text) -> sources.put(name, ClassFiles.utf8(text)));
            for (Map<String, byte[]> map : List.of(sources, files.resources(), report)) {
                write(map, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static CachedClass of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
            String methods = in.readUTF();
            String ops = in.readUTF();
            String launches = in.readUTF();
            List<SkippedTarget> leftOut = new ArrayList<>();
            for (int rest = in.readInt(); rest > 0; rest--) {
                leftOut.add(new SkippedTarget(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF()));
            }
            Summary summary = new Summary(methods, ops, launches, leftOut);
            Map<String, String> sources = new LinkedHashMap<>();
            read(in).forEach((name, text) -> sources.put(name, new String(text, StandardCharsets.UTF_8)));
            return new CachedClass(summary, new ClassFiles(sources, new TreeMap<>(read(in))), new TreeMap<>(read(in)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reports are megabytes of text, which the fastest level already compresses tenfold. */
    private static OutputStream fast(OutputStream out) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        return new DeflaterOutputStream(out, deflater) {
            @Override
            public void close() throws IOException {
                super.close();
                deflater.end();
            }
        };
    }

    static void write(Map<String, byte[]> files, DataOutputStream out) throws IOException {
        out.writeInt(files.size());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            out.writeUTF(file.getKey());
            out.writeInt(file.getValue().length);
            out.write(file.getValue());
        }
    }

    static Map<String, byte[]> read(DataInputStream in) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            files.put(in.readUTF(), in.readNBytes(in.readInt()));
        }
        return files;
    }
}
