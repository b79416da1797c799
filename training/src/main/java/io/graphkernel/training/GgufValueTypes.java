package io.graphkernel.training;

/** Ids of the types of metadata values in the GGUF format. */
final class GgufValueTypes {

    static final int U8 = 0;
    static final int I8 = 1;
    static final int U16 = 2;
    static final int I16 = 3;
    static final int U32 = 4;
    static final int I32 = 5;
    static final int F32 = 6;
    static final int BOOL = 7;
    static final int STRING = 8;
    static final int LIST = 9;
    static final int U64 = 10;
    static final int I64 = 11;
    static final int F64 = 12;

    private GgufValueTypes() {}
}
