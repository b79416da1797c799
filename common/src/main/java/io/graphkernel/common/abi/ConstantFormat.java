package io.graphkernel.common.abi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file format of a class's constant tensors: a table, followed by the elements of each tensor, little-endian and
 * row-major. The file is stored with the class file and the graphs, so that the compiler also finds it in a jar. Constants
 * of a model have names.
 */
public final class ConstantFormat {
    /** Suffix of the file name after the name of the class. */
    public static final String SUFFIX = ".gkc";

    /** Alignment of the elements of a tensor in bytes. */
    public static final int ALIGNMENT = 64;

    private static final byte[] MAGIC = "GKCONST2".getBytes(StandardCharsets.US_ASCII);

    /**
     * A tensor. Tensors with equal bytes share their storage.
     *
     * @param sha256 SHA-256 of its bytes in hexadecimal
     * @param dtype name of the dtype as in graphs, such as {@code f32}
     * @param dims its dims
     * @param offset offset of its bytes from the first byte after the table
     * @param bytes number of its bytes
     */
    public record Entry(String sha256, String dtype, List<Long> dims, long offset, long bytes) {}

    /**
     * Table of contents at the start of the file.
     *
     * @param entries tensors of the class
     * @param names indices of the tensors that have names in a model
     */
    public record Table(List<Entry> entries, Map<String, Integer> names) {

        public Table {
            entries = List.copyOf(entries);
            names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
        }

        /** Returns the size of all tensors, which follow the table. */
        public long dataBytes() {
            return entries.stream()
                    .mapToLong(entry -> entry.offset() + entry.bytes())
                    .max()
                    .orElse(0);
        }
    }

    private ConstantFormat() {}

    /**
     * Returns the next aligned offset.
     *
     * @param position nonnegative number of bytes
     */
    public static long aligned(long position) {
        return position + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /**
     * Returns the encoded table.
     *
     * @param table tensors of the class
     * @return bytes whose number is a multiple of {@link #ALIGNMENT}
     */
    public static byte[] bytes(Table table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeInt(table.entries().size());
            for (Entry entry : table.entries()) {
                out.writeUTF(entry.sha256());
                out.writeUTF(entry.dtype());
                out.writeByte(entry.dims().size());
                for (long dim : entry.dims()) {
                    out.writeLong(dim);
                }
                out.writeLong(entry.offset());
                out.writeLong(entry.bytes());
            }
            out.writeInt(table.names().size());
            for (Map.Entry<String, Integer> name : table.names().entrySet()) {
                byte[] text = name.getKey().getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
                out.writeInt(name.getValue());
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory takes all bytes", e);
        }
        int head = MAGIC.length + Integer.BYTES;
        byte[] file = Arrays.copyOf(MAGIC, (int) aligned(head + bytes.size()));
        int length = file.length - head;
        for (int i = 0; i < Integer.BYTES; i++) {
            file[MAGIC.length + i] = (byte) (length >>> 8 * (Integer.BYTES - 1 - i));
        }
        System.arraycopy(bytes.toByteArray(), 0, file, head, bytes.size());
        return file;
    }

    /**
     * Reads the table of a file up to the first element.
     *
     * @param file stream at its start
     * @return the tensors
     * @throws IOException if the table is missing or invalid
     */
    public static Table read(InputStream file) throws IOException {
        DataInputStream in = new DataInputStream(file);
        if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
            throw new IOException("it begins with other bytes");
        }
        int length = in.readInt();
        byte[] table = in.readNBytes(Math.max(0, length));
        if (table.length != length) {
            throw new EOFException("it ends within its table");
        }
        DataInputStream content = new DataInputStream(new ByteArrayInputStream(table));
        List<Entry> entries = entries(content);
        return new Table(entries, names(content, entries.size()));
    }

    private static Map<String, Integer> names(DataInputStream in, int entries) throws IOException {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            int length = in.readInt();
            byte[] text = in.readNBytes(Math.max(0, length));
            int entry = in.readInt();
            if (text.length != length || entry < 0 || entry >= entries) {
                throw new IOException("its table has a name of nothing");
            }
            names.put(new String(text, StandardCharsets.UTF_8), entry);
        }
        return names;
    }

    private static List<Entry> entries(DataInputStream in) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            String hash = in.readUTF();
            String dtype = in.readUTF();
            List<Long> dims = new ArrayList<>();
            for (int axis = in.readByte(); axis > 0; axis--) {
                dims.add(in.readLong());
            }
            Entry entry = new Entry(hash, dtype, List.copyOf(dims), in.readLong(), in.readLong());
            if (entry.offset() < 0 || entry.bytes() < 0 || aligned(entry.offset()) != entry.offset()) {
                throw new IOException("its table has an invalid offset");
            }
            entries.add(entry);
        }
        return entries;
    }
}
