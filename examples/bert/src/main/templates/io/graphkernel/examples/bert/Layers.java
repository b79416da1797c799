package io.graphkernel.examples.bert;

/** The number of layers, which is compiled. The build writes this file. */
final class Layers {

    static final int COUNT = @bert.layers@;

    private Layers() {}
}
