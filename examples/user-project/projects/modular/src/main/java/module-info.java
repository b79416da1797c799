module modular {
    requires io.graphkernel.annotations;
    requires io.graphkernel.runtime;
}
