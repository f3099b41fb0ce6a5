<?php
/**
 * Uploaded files. A web server hands them out without asking WordPress, so the settings page prints a rule that sends
 * them through here: the files of protected posts need proof, and all of them where the whole site does.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Hands out uploaded files.
 */
final class Lintel_Gate_Uploads {
	/**
	 * Adds the hook.
	 */
	public static function boot(): void {
		// An open path needs no decision, and is answered before any plugin reads the address's query.
		add_action( 'init', array( self::class, 'on_init' ), PHP_INT_MIN );
		// Not before all plugins brought their types and taxonomies: what is protected is decided by them.
		add_action( 'wp_loaded', array( self::class, 'on_loaded' ), PHP_INT_MIN );
	}

	/**
	 * Answers if the owner left this file's path open, such as that of a page builder's style sheets.
	 */
	public static function on_init(): void {
		if ( self::is_asked() && Lintel_Gate_Requests::is_open_path( self::path() ) && null !== self::asked_file() ) {
			self::send( self::asked_file() );
			exit;
		}
	}

	/**
	 * Answers if the address is that of an uploaded file. It only is when the server's rule is there: otherwise the
	 * server has answered already.
	 */
	public static function on_loaded(): void {
		if ( ! self::is_asked() ) {
			return;
		}
		$file = self::asked_file();
		if ( null === $file ) {
			// A missing file and a forbidden one look alike, with and without proof.
			Lintel_Gate_Caches::keep_out();
			status_header( 404 );
			exit;
		}
		// Who may see everything needs no decision either, and was kept out of caches before this.
		if ( ! Lintel_Gate::may_see() && self::is_protected( substr( $file, strlen( self::folder()['dir'] ) + 1 ) ) ) {
			Lintel_Gate::require_proof( Lintel_Gate_Requests::path() );
		}
		self::send( $file );
		exit;
	}

	private static function is_asked(): bool {
		$folder = self::folder()['path'];
		return 'cli' !== PHP_SAPI && Lintel_Gate_Settings::is_on() && '' !== $folder && 0 === strpos( rawurldecode( self::path() ), $folder . '/' );
	}

	private static function path(): string {
		return explode( '?', Lintel_Gate_Requests::path(), 2 )[0];
	}

	private static function asked_file(): ?string {
		$folder = self::folder();
		return in_array( Lintel_Gate_Requests::method(), array( 'GET', 'HEAD' ), true )
			? self::file( $folder['dir'], substr( rawurldecode( self::path() ), strlen( $folder['path'] ) + 1 ) )
			: null;
	}

	/**
	 * The folder of uploads, and its path on this site.
	 *
	 * @return array{dir: string, path: string}
	 */
	public static function folder(): array {
		$uploads = wp_get_upload_dir();
		return array(
			'dir'  => wp_normalize_path( (string) realpath( $uploads['basedir'] ) ),
			'path' => rtrim( (string) wp_parse_url( $uploads['baseurl'], PHP_URL_PATH ), '/' ),
		);
	}

	/**
	 * A file inside a folder, or null: no way out of the folder, nothing hidden, no program.
	 *
	 * @param string $dir  The folder, resolved.
	 * @param string $name Path below it, decoded.
	 */
	public static function file( string $dir, string $name ): ?string {
		if ( '' === $dir || false !== strpos( $name, "\0" ) || 1 === preg_match( '#(\A|/)\.|\.(php\d?|phtml|phar)(\z|/)#i', $name ) ) {
			return null;
		}
		$file = wp_normalize_path( (string) realpath( $dir . '/' . $name ) );
		return 0 === strpos( $file, $dir . '/' ) && is_file( $file ) ? $file : null;
	}

	/** A file that no attachment claims is closed as well: nobody can say what it shows. */
	private static function is_protected( string $name ): bool {
		$owners = Lintel_Gate_Protection::is_whole_site() ? array() : array_filter( array_map( 'get_post', Lintel_Gate_Media::owners( $name ) ) );
		return array() === $owners || (bool) array_filter( $owners, array( Lintel_Gate_Protection::class, 'is_protected' ) );
	}

	private static function send( string $file ): void {
		$name = substr( $file, strlen( self::folder()['dir'] ) + 1 );
		$type = wp_check_filetype( $file );
		header( 'Content-Type: ' . ( $type['type'] ? $type['type'] : 'application/octet-stream' ) );
		header( 'X-Content-Type-Options: nosniff' );
		if ( defined( 'LINTEL_GATE_ACCEL' ) ) {
			// nginx hands the file out itself, from a location that only answers itself.
			header( 'X-Accel-Redirect: ' . constant( 'LINTEL_GATE_ACCEL' ) . implode( '/', array_map( 'rawurlencode', explode( '/', $name ) ) ) );
			return;
		}
		$size = (int) filesize( $file );
		header( 'Accept-Ranges: bytes' );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- matched by a pattern.
		list( $from, $to, $status ) = self::range( isset( $_SERVER['HTTP_RANGE'] ) ? (string) $_SERVER['HTTP_RANGE'] : '', $size );
		status_header( $status );
		if ( 416 === $status ) {
			header( "Content-Range: bytes */$size" );
			return;
		}
		if ( 206 === $status ) {
			header( "Content-Range: bytes $from-$to/$size" );
		}
		header( 'Content-Length: ' . ( $to - $from + 1 ) );
		if ( 'HEAD' === Lintel_Gate_Requests::method() ) {
			return;
		}
		while ( ob_get_level() > 0 ) {
			ob_end_clean();
		}
		$stream = fopen( $file, 'rb' );
		fseek( $stream, $from );
		for ( $left = $to - $from + 1; $left > 0 && ! feof( $stream ) && ! connection_aborted(); $left -= 65536 ) {
			// phpcs:ignore WordPress.Security.EscapeOutput -- a file's bytes.
			echo fread( $stream, min( 65536, $left ) );
			flush();
		}
		fclose( $stream );
	}

	/**
	 * First and last byte and the status for a Range header. Several ranges, and anything that is not a range, get the whole file.
	 *
	 * @param string $range A Range header.
	 * @param int    $size  The file's size.
	 * @return array{int, int, int}
	 */
	public static function range( string $range, int $size ): array {
		if ( 1 !== preg_match( '/\Abytes=(\d{0,15})-(\d{0,15})\z/', trim( $range ), $parts ) || '-' === substr( trim( $range ), 6 ) ) {
			return array( 0, $size - 1, 200 );
		}
		$from = '' === $parts[1] ? max( 0, $size - (int) $parts[2] ) : (int) $parts[1];
		$to   = '' === $parts[1] || '' === $parts[2] ? $size - 1 : min( (int) $parts[2], $size - 1 );
		return $from > $to ? array( 0, 0, 416 ) : array( $from, $to, 206 );
	}
}
