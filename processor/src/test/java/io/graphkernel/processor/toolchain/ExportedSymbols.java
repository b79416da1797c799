package io.graphkernel.processor.toolchain;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reader of the exports and imports of a shared library in the three object formats; 64-bit little endian only. */
final class ExportedSymbols {
    private static final int ELF_MAGIC = 0x464c457f;
    private static final int MACH_O_MAGIC = 0xfeedfacf;
    private static final short PE_MAGIC = 0x5a4d;

    private final ByteBuffer file;
    private final SortedSet<String> names = new TreeSet<>();
    /** Symbols, or the libraries that define them. */
    private final SortedSet<String> imports = new TreeSet<>();

    private ExportedSymbols(byte[] library) {
        this.file = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the names, without the underscore prefix of macOS. */
    static SortedSet<String> of(byte[] library) {
        return read(library).names;
    }

    /**
     * Returns the dependencies that a loader resolves: symbols, or libraries where those have no names. The lazy binder of macOS
     * is always present, and omitted.
     */
    static SortedSet<String> importsOf(byte[] library) {
        SortedSet<String> imports = read(library).imports;
        imports.remove("dyld_stub_binder");
        return imports;
    }

    private static ExportedSymbols read(byte[] library) {
        ExportedSymbols symbols = new ExportedSymbols(library);
        switch (formatOf(library)) {
            case ELF -> symbols.readElf();
            case MACH_O -> symbols.readMachO();
            case COFF -> symbols.readPe();
        }
        return symbols;
    }

    static Platform.ObjectFormat formatOf(byte[] library) {
        ByteBuffer header = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
        if (header.getInt(0) == ELF_MAGIC) {
            return Platform.ObjectFormat.ELF;
        }
        if (header.getInt(0) == MACH_O_MAGIC) {
            return Platform.ObjectFormat.MACH_O;
        }
        if (header.getShort(0) == PE_MAGIC) {
            return Platform.ObjectFormat.COFF;
        }
        throw new AssertionError("not a library: " + Integer.toHexString(header.getInt(0)));
    }

    private void readElf() {
        int sections = (int) file.getLong(40);
        int sectionCount = file.getShort(60);
        for (int i = 0; i < sectionCount; i++) {
            int section = sections + i * 64;
            if (file.getInt(section + 4) == 11) {
                int begin = (int) file.getLong(section + 24);
                int size = (int) file.getLong(section + 32);
                int strings = (int) file.getLong(sections + file.getInt(section + 40) * 64 + 24);
                for (int symbol = begin + 24; symbol < begin + size; symbol += 24) {
                    boolean defined = file.getShort(symbol + 6) != 0;
                    (defined ? names : imports).add(text(strings + file.getInt(symbol)));
                }
            }
        }
    }

    private void readMachO() {
        int command = 32;
        for (int i = 0; i < file.getInt(16); i++) {
            if (file.getInt(command) == 2) {
                int symbols = file.getInt(command + 8);
                int strings = file.getInt(command + 16);
                for (int symbol = symbols; symbol < symbols + 16 * file.getInt(command + 12); symbol += 16) {
                    boolean external = (file.get(symbol + 4) & 1) != 0;
                    boolean defined = (file.get(symbol + 4) & 14) != 0;
                    if (external) {
                        (defined ? names : imports)
                                .add(text(strings + file.getInt(symbol)).replaceFirst("^_", ""));
                    }
                }
            }
            command += file.getInt(command + 4);
        }
    }

    private void readPe() {
        int header = file.getInt(60);
        int exports = offset(header, file.getInt(header + 24 + 112));
        int table = offset(header, file.getInt(exports + 32));
        for (int i = 0; i < file.getInt(exports + 24); i++) {
            names.add(text(offset(header, file.getInt(table + 4 * i))));
        }
        // The second directory: an entry of 20 bytes per library, zeros at the end.
        int needed = file.getInt(header + 24 + 120);
        for (int row = needed == 0 ? 0 : offset(header, needed); row > 0 && file.getInt(row + 12) != 0; row += 20) {
            imports.add(text(offset(header, file.getInt(row + 12))));
        }
    }

    /** Returns the file offset of an address in the loaded image. */
    private int offset(int header, int address) {
        int section = header + 24 + file.getShort(header + 20);
        for (int i = 0; i < file.getShort(header + 6); i++, section += 40) {
            int begin = file.getInt(section + 12);
            if (address >= begin && address < begin + file.getInt(section + 8)) {
                return address - begin + file.getInt(section + 20);
            }
        }
        throw new AssertionError("address " + address + " is not in a section");
    }

    private String text(int begin) {
        int end = begin;
        while (file.get(end) != 0) {
            end++;
        }
        return new String(file.array(), begin, end - begin, StandardCharsets.UTF_8);
    }
}
